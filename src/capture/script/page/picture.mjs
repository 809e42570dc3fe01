// Runs inside the page before its own scripts. It cannot use anything of the script outside its function.
import { startStill } from './still.mjs'

export function startPicture() {
  startStill({})
}
