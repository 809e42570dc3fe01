// Runs inside the page before its own scripts. It cannot use anything of the script outside its function.
import { coverWithPicture, findDistantFrames, scrollPage } from './frame-pictures.mjs'
import { findMissingContent, layOutWholePage, rememberScreen, showScreen } from './screens.mjs'
import { startStill, stopTransitions } from './still.mjs'

export function startWholePage() {
  startStill({
    ...{ showScreen, rememberScreen, layOutWholePage, findMissingContent },
    ...{ findDistantFrames, scrollPage, coverWithPicture, stopTransitions },
  })
}
