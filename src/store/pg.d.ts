declare module "pg" {
  interface Answer<Row> {
    readonly rows: Row[];
    readonly rowCount: number | null;
  }

  interface Connection {
    /** What a row holds is known where the statement is written. */
    query<Row>(sql: string, values?: readonly unknown[]): Promise<Answer<Row>>;
    on(event: "error", listener: (error: Error) => void): unknown;
    off(event: "error", listener: (error: Error) => void): unknown;
  }

  interface PoolClient extends Connection {
    /** Gives the connection back, or closes it where it is broken. */
    release(isBroken: boolean): void;
  }

  type TypeParser = (text: string) => unknown;

  interface PoolOptions {
    readonly connectionString: string;
    readonly max: number;
    readonly connectionTimeoutMillis: number;
    readonly keepAlive: boolean;
    readonly application_name: string;
    readonly options: string;
    readonly types: { getTypeParser(oid: number, format?: string): TypeParser };
  }

  class Pool {
    constructor(options: PoolOptions);
    readonly ended: boolean;
    connect(): Promise<PoolClient>;
    end(): Promise<void>;
    on(event: "error", listener: (error: Error) => void): unknown;
  }

  class Client {
    constructor(options: { readonly connectionString: string });
    connect(): Promise<void>;
    query<Row>(sql: string): Promise<Answer<Row>>;
    end(): Promise<void>;
  }

  const types: { getTypeParser(oid: number, format?: string): TypeParser };

  export { Client, Pool, type PoolClient, types };
}
