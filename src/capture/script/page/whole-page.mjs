// Runs inside the page before its own scripts. It cannot use anything of the script outside its function.
import { hasScripts } from './prepare.mjs'
import { addStyles } from './roots.mjs'
import { layOutWholePage, showScreen } from './screens.mjs'
import { startStill } from './still.mjs'
import { nextObservation } from './still-clock.mjs'

export function startWholePage() {
  startStill({
    async showScreen(index) {
      const shown = showScreen(index)
      // The page learns of it before its clock moves.
      await nextObservation()
      return shown
    },
    async layOutWholePage() {
      layOutWholePage()
      await nextObservation()
    },
    stopTransitions() {
      addStyles('*, ::before, ::after { transition: none !important }')
      return hasScripts
    },
  })
}
