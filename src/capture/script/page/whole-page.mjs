// Runs inside the page before its own scripts. It cannot use anything of the script outside its function.
import { coverWithPicture, findDistantFrames, scrollPage } from './frame-pictures.mjs'
import { hasScripts } from './prepare.mjs'
import { addStyles } from './roots.mjs'
import { findMissingTexts, layOutWholePage, rememberScreen, showScreen } from './screens.mjs'
import { startStill } from './still.mjs'
import { nextObservation } from './still-clock.mjs'

export function startWholePage() {
  startStill({
    async showScreen(top) {
      const shown = showScreen(top)
      // The page learns of it before its clock moves.
      await nextObservation()
      return shown
    },
    rememberScreen,
    async layOutWholePage() {
      layOutWholePage()
      await nextObservation()
    },
    findMissingTexts,
    findDistantFrames,
    scrollPage,
    coverWithPicture,
    stopTransitions() {
      addStyles('*, ::before, ::after { transition: none !important }')
      return hasScripts
    },
  })
}
