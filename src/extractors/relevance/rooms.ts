import { Room } from "../room.ts";

/** Arrays with a number for every node, used for one page after another: all are 0 to begin with. */
export class NodeRooms {
  readonly #rooms = new Map<string, Room<Int32Array>>();

  /** So many zeros for a use; what was given for the same use before is overwritten. */
  zeros(use: "words" | "keys" | "link words" | "ranges" | "families", count: number): Int32Array {
    let room = this.#rooms.get(use);
    if (room === undefined) {
      room = new Room((length) => new Int32Array(length));
      this.#rooms.set(use, room);
    }
    return room.of(count).fill(0);
  }
}
