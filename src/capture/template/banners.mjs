// A section of the capture script: banners that ask for consent.
/** @import { Stage } from './types.mjs' */

// --- Banners that ask for consent

/**
 * Hides them by the names that consent tools give their elements, and by what they are: something in front of the
 * page with such a name and a text about cookies. Nothing is clicked, so no consent is given or refused.
 * @param {Stage} stage
 */
function hideBanners({ cues, style, wait }) {
  const names = [
    '#onetrust-consent-sdk, #CybotCookiebotDialog, #CybotCookiebotDialogBodyUnderlay, #usercentrics-root',
    '#usercentrics-cmp-ui, .qc-cmp2-container, #didomi-host, #truste-consent-track, .truste_overlay',
    '.truste_box_overlay, .osano-cm-window, .osano-cm-dialog, .cc-window, .cc-banner, .cc-revoke, #cc-main',
    '#cc--main, .klaro, #iubenda-cs-banner, #cmplz-cookiebanner-container, .cmplz-cookiebanner',
    '.cky-consent-container, .cky-overlay, #BorlabsCookieBox, #borlabs-cookie, [id^="sp_message_container_"]',
    '#axeptio_overlay, #tarteaucitronRoot, #ccc-overlay, #ccc:has(#ccc-notify, #ccc-module)',
    '#termly-code-snippet-support, #cookie-notice, #moove_gdpr_cookie_info_bar, #moove_gdpr_cookie_modal',
    '.fc-consent-root, #cmpbox, #cmpbox2, #cmpwrapper, #cookie-law-info-bar, .cli-modal, .cli-modal-backdrop',
    '#shopify-pc__banner, #shopify-pc__prefs__overlay, #hs-eu-cookie-confirmation, #hs-banner-parent',
    '.sqs-cookie-banner-v2, #cookiescript_injected, #cookiescript_injected_wrapper, #cookiefirst-root',
    '.cookiefirst-root, #lanyard_root, #transcend-consent-manager, #_evidon_banner, #tc-privacy-wrapper',
    '#ez-cookie-dialog-wrapper, .ccm-root, #ccm-widget, #coiOverlay, #cookie-information-template-wrapper',
    '#coi-banner-wrapper, #sd-cmp, #ppms_cm_popup_overlay, #silktide-wrapper, #silktide-banner',
    '.govuk-cookie-banner, .js-cookie-consent, .wp-gdpr-cookie-notice, #eu-cookie-law',
    '.eu-cookie-compliance-banner, #sliding-popup:has(.eu-cookie-compliance-banner), #pandectes-banner',
    '#gdpr-banner, #cookieConsent, #cookie-consent, #cookie-banner, #cookieBanner, #cookiebanner, #cookie-bar',
    '.cookie-banner, .cookie-consent, .cookie-notice, .cookieConsent, .cookie-consent-banner',
  ].join(', ')
  const nameOfBanner = /cookie|consent|gdpr|ccpa|\bcmp\b|privacy-(banner|notice|popup|bar)/i
  const textOfBanner = /cookie|consent|einwillig|zustimm|consentement|confidentialit|privacy|datenschutz|privacidad/i
  /** @param {Element} element */
  const isInFront = element => /fixed|sticky/.test(getComputedStyle(element).position) || element.matches(':modal')
  /** @param {Element} element */
  const nameOf = ({ id, className, ariaLabel, localName }) => `${id} ${className} ${ariaLabel} ${localName}`
  /** @param {Element} element */
  const isBanner = element => {
    const text = element.textContent ?? ''
    const isPage = text.length > 20_000 || element.querySelector('main') !== null
    return nameOfBanner.test(nameOf(element)) && !isPage && isInFront(element) && textOfBanner.test(text)
  }

  /** What the page does for its banner: it stops to scroll and darkens. */
  function release() {
    const locked = [document.documentElement, document.body].filter(
      element => element && /hidden|clip/.test(getComputedStyle(element).overflowY),
    )
    for (const element of locked) {
      element.style.setProperty('overflow', 'visible', 'important')
      if (getComputedStyle(element).position === 'fixed') element.style.setProperty('position', 'static', 'important')
    }
  }

  function hide() {
    const known = [...document.querySelectorAll(names)].some(element => element.checkVisibility())
    const found = [...document.querySelectorAll('[id], [class], [aria-label], dialog')].filter(isBanner)
    for (const element of found) {
      if (element instanceof HTMLElement) element.style.setProperty('display', 'none', 'important')
      if (element instanceof HTMLDialogElement && element.open) element.close()
    }
    if (known || found.length > 0) release()
  }

  cues.ready.push(async ({ banners }) => {
    if (!banners) return
    hide()
    style(`${names} { display: none !important }`)
    // Some come a little later.
    const watch = new MutationObserver(hide)
    watch.observe(document.body, { childList: true })
    await wait(500)
    hide()
  })
}

export { hideBanners }
