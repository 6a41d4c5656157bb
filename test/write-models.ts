/** Before any test: the module of the shipped models, which git does not hold. */
export { writeModels as setup } from "../scripts/write-models.ts";
