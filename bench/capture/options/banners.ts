// Consent banners of packages, with the markup, style and scripts of their vendors, set up as their documentation shows.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'

export interface Banner {
  readonly name: string
  /** Markup that the site's owner writes. */
  readonly html?: string
  /** A module that opens the banner; `style` adds a text of CSS to the page. */
  readonly code: string
}

const addStyle = `function style(css) { const e = document.createElement('style'); e.textContent = css; document.head.append(e) }
function script(path) { return new Promise(done => { const e = document.createElement('script'); e.src = '/__packages/' + path; e.onload = done; document.head.append(e) }) }
function root() { return document.body.appendChild(document.createElement('div')) }
`

const text = 'We use cookies to give you the best experience. Read our privacy policy.'
const modern = `{ categories: { necessary: { readOnly: true }, analytics: {} }, language: { default: 'en', translations: { en: {
  consentModal: { title: 'We use cookies', description: '${text}', acceptAllBtn: 'Accept', acceptNecessaryBtn: 'Reject', showPreferencesBtn: 'Manage' },
  preferencesModal: { title: 'Preferences', acceptAllBtn: 'Accept', sections: [] } } } }, disablePageInteraction: true, hideFromBots: false }`

export const banners: readonly Banner[] = [
  {
    name: 'vanilla-cookieconsent 3',
    code: `import css from 'vanilla-cookieconsent/dist/cookieconsent.css'; import * as cc from 'vanilla-cookieconsent'
      style(css); cc.run(${modern})`,
  },
  {
    name: 'vanilla-cookieconsent 2',
    code: `import css from 'vanilla-cookieconsent-2/dist/cookieconsent.css'; style(css)
      await script('vanilla-cookieconsent-2/dist/cookieconsent.js')
      initCookieConsent().run({ current_lang: 'en', force_consent: true, hide_from_bots: false, languages: { en: {
        consent_modal: { title: 'We use cookies', description: '${text}', primary_btn: { text: 'Accept all', role: 'accept_all' }, secondary_btn: { text: 'Settings', role: 'settings' } },
        settings_modal: { title: 'Settings', save_settings_btn: 'Save', accept_all_btn: 'Accept', blocks: [{ title: 'Use', description: '${text}' }] } } } })`,
  },
  {
    name: 'cookieconsent',
    code: `import css from 'cookieconsent/build/cookieconsent.min.css'; style(css)
      await script('cookieconsent/build/cookieconsent.min.js')
      window.cookieconsent.initialise({ palette: { popup: { background: '#252e39' }, button: { background: '#14a7d0' } }, type: 'opt-in' })`,
  },
  {
    name: 'klaro',
    code: `window.klaroConfig = { mustConsent: true, translations: { en: { purposes: { analytics: 'Analytics' } } }, services: [{ name: 'matomo', title: 'Matomo', purposes: ['analytics'] }] }
      await script('klaro/dist/klaro.js'); klaro.setup(window.klaroConfig)`,
  },
  {
    name: 'tarteaucitronjs',
    code: `await script('tarteaucitronjs/tarteaucitron.min.js')
      tarteaucitron.init({ privacyUrl: '', hashtag: '#tac', cookieName: 'tac', orientation: 'middle', showAlertSmall: false, cookieslist: false, closePopup: false, showIcon: true, adblocker: false, DenyAllCta: true, AcceptAllCta: true, highPrivacy: true, removeCredit: false, moreInfoLink: true, mandatory: true })
      tarteaucitron.user.gtagUa = 'G-1'; (tarteaucitron.job = tarteaucitron.job || []).push('gtag')
      dispatchEvent(new Event('load'))`,
  },
  react(
    'react-cookie-consent',
    `import { CookieConsent as Bar } from 'react-cookie-consent'`,
    `{ overlay: true }, '${text}'`,
  ),
  {
    name: 'vue-cookie-law',
    code: `import Vue from 'vue/dist/vue.esm.js'; import Bar from 'vue-cookie-law'
      new Vue({ components: { Bar }, template: '<div><bar theme="dark-lime"></bar></div>' }).$mount(root())`,
  },
  {
    name: 'cookie-though',
    code: `await script('cookie-though/dist/lib.js')
      CookieThough.init({ policies: [{ id: 'essential', isEssential: true, label: 'Essential Cookies', category: 'essential', description: 'Needed.' }, { id: 'stats', label: 'Stats', category: 'statistics', description: 'Numbers.' }], essentialLabel: 'Always on', permissionLabels: { accept: 'Accept', acceptAll: 'Accept all', decline: 'Decline' }, cookiePreferenceKey: 'cookie-preferences', header: { title: 'cookie though?', subTitle: "You're probably fed up with banners", description: '${text}' }, cookiePolicy: { url: '/', label: 'Read the full cookie declaration' }, customizeLabel: 'Customize' })`,
  },
  {
    name: 'cookie-notice',
    code: `await script('cookie-notice/dist/cookie.notice.min.js'); new cookieNoticeJS({ learnMoreLinkEnabled: true, learnMoreLinkHref: '/' })`,
  },
  {
    name: 'cookie-consent-js',
    code: `import css from 'cookie-consent-js/src/cookie-consent.css'; style(css)
      await script('cookie-consent-js/src/cookie-consent.js')
      window.cookieConsent = Reflect.construct((0, eval)('CookieConsent'), [{ contentUrl: '/__packages/cookie-consent-js/cookie-consent-content', privacyPolicyUrl: '/' }])`,
  },
  {
    name: 'bootstrap-cookie-consent-settings',
    code: `import css from 'bootstrap/dist/css/bootstrap.min.css'; window.needsBootstrap = css
      await script('bootstrap/dist/js/bootstrap.bundle.min.js'); await script('bootstrap-cookie-consent-settings/src/bootstrap-cookie-consent-settings.js')
      Reflect.construct((0, eval)('BootstrapCookieConsentSettings'), [{ contentURL: '/__packages/bootstrap-cookie-consent-settings/cookie-consent-content', privacyPolicyUrl: '/', legalNoticeUrl: '/' }])`,
  },
  {
    name: '@porscheofficial/cookie-consent-banner',
    html: `<cookie-consent-banner headline="Cookies" btn-label-accept-and-continue="Accept" available-categories='[{"key":"technically_required","label":"Required","checked":true,"mustConsent":true},{"key":"analytics","label":"Analytics","checked":false}]'>${text}</cookie-consent-banner>`,
    code: `import { defineCustomElement } from '@porscheofficial/cookie-consent-banner/dist/components/cookie-consent-banner.js'; defineCustomElement()`,
  },
  jquery(
    'jquery-cookiebar',
    'jquery-cookiebar/jquery.cookiebar.js',
    'jquery-cookiebar/jquery.cookiebar.css',
    '$.cookieBar({ fixed: true, bottom: true })',
  ),
  jquery(
    'jquery.cookiebar',
    'jquery.cookiebar/jquery.cookieBar.js',
    'jquery.cookiebar/cookieBar.css',
    `$('.cookie-message').cookieBar()`,
    `<div class="ui-widget"><div class="cookie-message ui-widget-header blue"><p>By using this website you allow us to place cookies on your computer.</p></div></div>`,
  ),
  jquery(
    'jquery-eu-cookie-law-popup',
    'jquery-eu-cookie-law-popup/js/jquery-eu-cookie-law-popup.js',
    'jquery-eu-cookie-law-popup/css/jquery-eu-cookie-law-popup.css',
    `$(document).euCookieLawPopup().init({ popupPosition: 'bottom', popupText: '${text}' })`,
  ),
  {
    name: '@mozmeao/consent-banner',
    html: `<aside id="moz-consent-banner" class="moz-consent-banner" aria-label="Cookie consent"><div class="moz-consent-banner-content"><h2 class="moz-consent-banner-heading">Help us improve your Mozilla experience</h2><div class="moz-consent-banner-copy"><p>${text}</p></div><button id="moz-consent-banner-button-accept">Accept</button> <button id="moz-consent-banner-button-reject">Reject</button></div></aside>`,
    code: `import css from '@mozmeao/consent-banner/styles.css'; import banner from '@mozmeao/consent-banner'; style(css)
      addEventListener('mozConsentOpen', () => document.getElementById('moz-consent-banner').classList.add('is-visible'))
      banner.init({ helper: { enabled: () => true, checkCookie: () => true, hasItem: () => false, getItem: () => '' } })
      document.getElementById('moz-consent-banner').classList.add('is-visible')`,
  },
  {
    name: '@htmlbricks/hb-cookie-law-banner',
    html: '<hb-cookie-law-banner allowdecline="yes" i18nlang="en"></hb-cookie-law-banner>',
    code: `await script('@htmlbricks/hb-cookie-law-banner/main.iife.js')`,
  },
  {
    name: '@demos-europe/dp-consent',
    code: `import { dpConsent } from '@demos-europe/dp-consent/dist/dp-consent.es.min.js'; window._paq = []
      dpConsent({ notice: '${text}', onRevokeConsent() {}, onGrantConsent() {}, necessaryCookies: [{ name: 'needed', explanation: 'we need this' }], optionalCookies: [{ name: 'more', explanation: 'not needed' }] })`,
  },
  {
    name: 'cookies-eu-banner',
    html: `<template id="cookies-eu-banner-template"><div id="cookies-eu-banner" style="position:fixed;bottom:0;left:0;right:0;padding:20px;background:#eee;z-index:9999">${text} <button id="cookies-eu-reject">Reject</button> <button id="cookies-eu-accept">Accept</button></div></template>`,
    code: `import { createCookiesBanner } from 'cookies-eu-banner'; createCookiesBanner({ onAccept() {} })`,
  },
  { name: 'govuk-frontend', code: '' },
]

function react(name: string, imports: string, props: string): Banner {
  return {
    name,
    code: `import React from 'react'; import { createRoot } from 'react-dom/client'; ${imports}
      createRoot(root()).render(React.createElement(Bar, ${props}))`,
  }
}

function jquery(name: string, plugin: string, css: string, call: string, html = ''): Banner {
  return {
    name,
    html,
    code: `import css from '${css}'; style(css); if (!window.jQuery) await script('jquery/dist/jquery.min.js')
      await script('${plugin}'); jQuery(() => { const $ = jQuery; ${call} })`,
  }
}

/** @param folder of packages. */
export async function bundleBanner({ name, code }: Banner, folder: string): Promise<string> {
  const contents = name === 'govuk-frontend' ? await govukBanner(folder) : code
  const { outputFiles } = await build({
    stdin: { contents: `${addStyle}${contents}`, resolveDir: folder },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    mainFields: ['browser', 'module', 'main'],
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    loader: { '.css': 'text', '.svg': 'dataurl', '.woff': 'dataurl', '.woff2': 'dataurl' },
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}

/** The example of GOV.UK, before all else on the page. */
async function govukBanner(folder: string): Promise<string> {
  const file = join(folder, 'govuk-frontend/dist/govuk/components/cookie-banner/template-default.html')
  return `import css from 'govuk-frontend/dist/govuk/govuk-frontend.min.css'
    style(css.match(/\\.govuk-(cookie-banner|button)[^{}]*\\{[^}]*\\}/g).join(''))
    document.body.insertAdjacentHTML('afterbegin', ${JSON.stringify(await readFile(file, 'utf8'))})`
}
