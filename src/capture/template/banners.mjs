// A section of the capture script: banners that ask for consent.
/** @import { Part } from './types.mjs' */

// --- Consent banners

/** Hides banners of known tools, and what covers the page with such a name or text. @type {Part} */
function hideBanners({ roots, all, on, style, wait }) {
	const nameOfBanner = /cookie|consent|gdpr|ccpa|\bcmp\b|privacy-(banner|notice|popup|bar)/i
	const textOfBanner = /cookie|consent|einwillig|privacy|datenschutz|privacidad|confidentialit/i
	const usesCookies = /\b(us(e|es|ing|a|amos)|utili[sz]\w+|verwend\w+|nutz\w+|gebrui\w+) [^.]{0,40}\bcookies?\b/i
	const isBanner = (element = document.body) => {
		if (!/fixed|sticky/.test(getComputedStyle(element).position) && !element.matches(':modal')) return false
		const { host = element } = /** @type {{ host?: Element }} */ (element.getRootNode())
		const inner = [...roots].find(root => 'host' in root && root.host === element) ?? element
		const text = `${host.textContent} ${element.textContent} ${inner.textContent}`
		if (text.length > 60_000 || element.querySelector('main')) return false
		const name = [host, element].map(one => [one.id, one.className, one.ariaLabel, one.localName])
		if (nameOfBanner.test(`${name}`)) return textOfBanner.test(text)
		return text.length < 4500 && usesCookies.test(text) && inner.querySelector('a, button, [role], [class*=btn]')
	}
	/** An empty layer that darkens the page. */
	const isVeil = (element = document.body) => {
		const { position, backgroundColor, opacity, pointerEvents } = getComputedStyle(element)
		if (position !== 'fixed' || pointerEvents === 'none' || element.firstChild) return false
		if (element.clientWidth < innerWidth) return false
		return element.clientHeight >= innerHeight && (Number(opacity) < 1 || /, 0\.\d/.test(backgroundColor))
	}

	on.ready.push(async ({ banners }) => {
		if (!banners) return
		function hide() {
			const found = all(':not(html, body)').filter(isBanner)
			if (!found[0] && !all(banners).some(element => element.checkVisibility())) return
			for (const element of [...found, ...all('div, span').filter(isVeil)])
				element.toggleAttribute('banner-gone', true)
			// The banner may block scrolling.
			for (const element of [document.documentElement, document.body]) {
				const { overflowY, position } = getComputedStyle(element)
				if (!/hidden|clip/.test(overflowY)) continue
				element.style.setProperty('overflow', 'visible', 'important')
				if (position === 'fixed') element.style.setProperty('position', 'static', 'important')
			}
		}
		// Some appear later.
		new MutationObserver(hide).observe(document.body ?? document, { childList: true })
		for (const pause of [0, 500]) {
			await wait(pause)
			hide()
			style(`${banners}, [banner-gone] { display: none !important; opacity: 0 !important }`)
		}
	})
}

export { hideBanners }
