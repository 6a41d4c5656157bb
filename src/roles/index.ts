export { makeRoleReader, type RoleReader } from "./read-roles.ts";
export { NAME_HINTS } from "./role-features.data.ts";
export { commentLeaves, describeBlocks, ROLE_FEATURES } from "./role-features.ts";
export { packRoleModel, type RoleModel, readRoleModel, roleChances } from "./role-model.ts";
