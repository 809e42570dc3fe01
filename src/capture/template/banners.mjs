// A section of the capture script: banners that ask for consent.
/** @import { Stage } from './types.mjs' */

// --- Banners that ask for consent

/**
 * Knows them by the names that consent tools give their elements, and by what they are: something in front of the
 * page with such a name and a text about cookies, or with buttons and a short text that says that cookies are used.
 * @param {Stage} stage
 */
function knowBanners(stage) {
  const { roots } = stage
  const names = [
    '#onetrust-consent-sdk, #CybotCookiebotDialog, #usercentrics-root, #usercentrics-cmp-ui, .qc-cmp2-container',
    '#didomi-host, #truste-consent-track, .osano-cm-window, .cc-window, .cc-banner, #cc-main',
    '#cc--main, .klaro, #iubenda-cs-banner, .cmplz-cookiebanner, .cky-consent-container, #BorlabsCookieBox',
    '[id^="sp_message_container_"], #axeptio_overlay, #tarteaucitronRoot',
    '#termly-code-snippet-support, #cookie-notice',
    '#moove_gdpr_cookie_info_bar, .fc-consent-root, #cmpbox, #cmpwrapper, #cookie-law-info-bar',
    '#shopify-pc__banner, #hs-banner-parent, #cookiescript_injected, .cookiefirst-root',
    '#transcend-consent-manager, .ccm-root, #ccm-widget, #coiOverlay, #silktide-wrapper',
    '.govuk-cookie-banner, #cookieConsent, #cookie-consent, #cookie-banner, #cookieBanner, .cookie-banner',
    '.cookie-consent, .cookie-notice, .cookie-consent-banner, [banner-gone]',
  ].join(', ')
  const nameOfBanner = /cookie|consent|gdpr|ccpa|\bcmp\b|privacy-(banner|notice|popup|bar)/i
  const textOfBanner = /cookie|consent|einwillig|privacy|datenschutz|privacidad|confidentialit/i
  const usesCookies = /\b(us(e|es|ing|a|amos)|utili[sz]\w+|verwend\w+|nutz\w+|gebrui\w+) [^.]{0,40}\bcookies?\b/i
  /** @param {Element} element */
  const nameOf = ({ id, className, ariaLabel, localName }) => `${id} ${className} ${ariaLabel} ${localName} `
  /** @param {Element} element */
  const isBanner = element => {
    if (!/fixed|sticky/.test(getComputedStyle(element).position) && !element.matches(':modal')) return false
    const { host } = /** @type {{ host?: Element }} */ (element.getRootNode())
    const inner = [...roots].find(root => 'host' in root && root.host === element) ?? element
    const text = [host, element, inner].map(part => part?.textContent).join(' ')
    if (text.length > 20_000 || element.querySelector('main')) return false
    if (nameOfBanner.test(nameOf(element) + (host ? nameOf(host) : ''))) return textOfBanner.test(text)
    return (
      text.length < 1500 &&
      usesCookies.test(text) &&
      inner.querySelector('button, [role=button], [class*=button], [class*=btn]')
    )
  }
  stage.banners = { names, isBanner }
}

/** Hides them. Nothing is clicked, so no consent is given or refused. @param {Stage} stage */
function hideBanners({ all, cues, style, wait, banners: { names, isBanner } }) {
  /** An empty layer that darkens the page. @param {Element} element */
  const isVeil = element => {
    const { position, backgroundColor, opacity, backgroundImage } = getComputedStyle(element)
    const { width, height } = element.getBoundingClientRect()
    const isTinted = Number(opacity) < 1 || /rgba(?!\(0, 0, 0, 0\))/.test(backgroundColor)
    const covers = position === 'fixed' && width >= innerWidth && height >= innerHeight
    return covers && isTinted && backgroundImage === 'none' && element.childNodes.length === 0
  }
  /** @param {Element} element */
  const remove = element => element.toggleAttribute('banner-gone', true)

  /** What the page does for its banner: it stops to scroll and darkens. */
  function release() {
    for (const veil of all('div, span').filter(isVeil)) remove(veil)
    for (const element of [document.documentElement, document.body]) {
      const { overflowY, position } = getComputedStyle(element)
      if (!/hidden|clip/.test(overflowY)) continue
      element.style.setProperty('overflow', 'visible', 'important')
      if (position === 'fixed') element.style.setProperty('position', 'static', 'important')
    }
  }

  function hide() {
    const known = all(names).some(element => element.checkVisibility())
    const found = all(':not(html, body)').filter(isBanner)
    for (const banner of found) remove(banner)
    if (known || found.length > 0) release()
  }

  cues.ready.push(async ({ banners }) => {
    if (!banners) return
    const enforce = () => style(`${names} { display: none !important; opacity: 0 !important }`)
    hide()
    enforce()
    // Some come a little later.
    const watch = new MutationObserver(hide)
    watch.observe(document.body, { childList: true })
    await wait(500)
    hide()
    enforce() // in new roots
  })
}

export { hideBanners, knowBanners }
