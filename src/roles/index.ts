export { makeRoleReader, type RoleReader } from "./read-roles.ts";
export { NAME_HINTS } from "./role-features.data.ts";
export {
  commentLeaves,
  describeBlocks,
  packRoleModel,
  ROLE_FEATURES,
  type RoleModel,
  readRoleModel,
  roleChances,
} from "./role-model.ts";
