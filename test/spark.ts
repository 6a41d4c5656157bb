import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { findEnvironment, makeEnvironment, type PythonEnvironment } from "../scripts/python-environment.ts";
import { MAIN } from "./e2e/galley.ts";

const OLDEST_JAVA = 17;

/** The job that tests and benches submit. */
export const EXTRACT_JOB: string = join(import.meta.dirname, "../integrations/spark/extract.py");

/** Node and galley as options of the job. */
export const GALLEY_HERE: readonly string[] = ["--node", process.execPath, "--galley", MAIN];

/** What is needed to run Spark; a reason where it is not here. */
export type SparkHome = { readonly environment: PythonEnvironment } | { readonly missing: string };

/** Finds Java and the environment with Spark, which is made where `mayInstall` says so. */
export async function findSpark({ mayInstall }: { readonly mayInstall: boolean }): Promise<SparkHome> {
  const java = javaVersion();
  if (java === undefined || java < OLDEST_JAVA)
    return { missing: `there is no Java ${OLDEST_JAVA} or newer` };
  try {
    if (mayInstall) return { environment: await makeEnvironment("spark") };
    const { isMade, ...environment } = await findEnvironment("spark");
    if (isMade) return { environment };
    return { missing: "its Python environment is not made (npm run python:env -- spark)" };
  } catch (error) {
    return { missing: (error as Error).message };
  }
}

function javaVersion(): number | undefined {
  try {
    const said = execFileSync("java", ["--version"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return Number(/^\w+ (?<major>\d+)/.exec(said)?.groups?.major);
  } catch {
    return undefined;
  }
}

/** A run of spark-submit: what it said so far, and its end. */
export interface Submitted {
  readonly process: ChildProcess;
  readonly said: () => string;
  readonly ended: Promise<number | null>;
}

/** Small and quick to start; nothing of Spark's web pages. */
const SMALL = {
  "spark.ui.enabled": "false",
  "spark.driver.memory": "512m",
  "spark.executor.memory": "512m",
  "spark.driver.host": "127.0.0.1",
  "spark.driver.bindAddress": "127.0.0.1",
  "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1",
};

/** Settings of a small Spark as options of spark-submit, with others over them. */
export function sparkSettings(conf: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries({ ...SMALL, ...conf }).flatMap(([name, value]) => ["--conf", `${name}=${value}`]);
}

/** Submits a program of Python to Spark. */
export function submit(
  { bin, python }: PythonEnvironment,
  program: readonly string[],
  { master, conf = {} }: { readonly master: string; readonly conf?: Readonly<Record<string, string>> },
): Submitted {
  const child = spawn(join(bin, "spark-submit"), ["--master", master, ...sparkSettings(conf), ...program], {
    cwd: tmpdir(),
    env: { ...sparkEnvironment(bin), PYSPARK_PYTHON: python },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return watch(child);
}

/** A master or a worker of a standalone cluster, in a process group of its own. */
export function startService(
  { bin }: PythonEnvironment,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Submitted {
  const child = spawn(join(bin, "spark-class"), args, {
    detached: true,
    env: { ...sparkEnvironment(bin), SPARK_DAEMON_MEMORY: "256m", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return watch(child);
}

/** The environment of Spark's own commands. */
export function sparkEnvironment(bin: string): NodeJS.ProcessEnv {
  // Java ignores TMPDIR, and a killed process leaves its files.
  const java = `-Djava.io.tmpdir=${tmpdir()}`;
  return {
    ...process.env,
    PATH: [bin, process.env.PATH].join(delimiter),
    SPARK_HOME: undefined,
    SPARK_LOCAL_DIRS: tmpdir(),
    SPARK_SUBMIT_OPTS: java,
    SPARK_DAEMON_JAVA_OPTS: java,
  };
}

function watch(child: ChildProcess): Submitted {
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  const ended = once(child, "close").then(([status]) => status as number | null);
  return { process: child, said: () => said, ended };
}

/** A folder with Node under another name, for executors that have it and others that do not. */
export function folderWithNode(folder: string, name: string): string {
  mkdirSync(folder, { recursive: true });
  symlinkSync(process.execPath, join(folder, name));
  return folder;
}
