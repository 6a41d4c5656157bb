/** A table that is made when it is first asked for, unless the same was put in place before. */
export class LateTable<Table> {
  readonly #make: () => Table;
  #table: Table | undefined;

  constructor(make: () => Table) {
    this.#make = make;
  }

  get table(): Table {
    this.#table ??= this.#make();
    return this.#table;
  }

  /** Spares the making. */
  put(made: Table): void {
    this.#table = made;
  }
}
