// Pages that others wrote, from the packages that bench/capture/package.json names.

/** A page of a package. */
export interface RealPage {
  readonly name: string
  /** Folder inside bench/capture/node_modules that is the site's root. */
  readonly root: string
  readonly path: string
  /** An element for `selector`. */
  readonly element: string
  /** An element for `hide_selectors`, visible in the first viewport. */
  readonly hidden: string
  /** What the page is for. */
  readonly kind: string
}

export const realPages: readonly RealPage[] = [
  {
    name: 'creative',
    root: 'startbootstrap-creative/dist',
    path: '/',
    element: '#services',
    hidden: 'header h1, #mainNav',
    kind: 'landing page, header of one viewport, fixed bar',
  },
  {
    name: 'resume',
    root: 'startbootstrap-resume/dist',
    path: '/',
    element: '#experience',
    hidden: '.subheading',
    kind: 'long page, fixed side bar',
  },
  {
    name: 'sb-admin-2',
    root: 'startbootstrap-sb-admin-2',
    path: '/index.html',
    element: '.card.mb-4',
    hidden: '.topbar',
    kind: 'dashboard, web fonts, canvas',
  },
  {
    name: 'simple-sidebar',
    root: 'startbootstrap-simple-sidebar/dist',
    path: '/',
    element: '.navbar',
    hidden: '#sidebar-wrapper',
    kind: 'a page that does not scroll',
  },
  {
    name: 'reveal',
    root: 'reveal.js',
    path: '/demo.html',
    element: '.slides',
    hidden: '.controls, .progress',
    kind: 'presentation, 3D',
  },
  {
    name: 'material-kit',
    root: 'material-kit',
    path: '/index.html',
    element: '.section-basic .container',
    hidden: '.navbar',
    kind: 'long landing page, parallax, fixed bar',
  },
  {
    name: 'landing',
    root: 'material-kit',
    path: '/examples/landing-page.html',
    element: '.features',
    hidden: '.title',
    kind: 'header of one viewport, parallax',
  },
  { name: 'rellax', root: 'rellax', path: '/demo.html', element: 'section', hidden: 'h1', kind: 'parallax' },
  {
    name: 'aos',
    root: 'aos',
    path: '/demo/simple.html',
    element: '.aos-item:nth-child(7)',
    hidden: '.aos-item:first-child',
    kind: 'reveals while scrolling',
  },
  {
    name: 'skrollr',
    root: 'skrollr',
    path: '/examples/classic.html',
    element: '#bacons',
    hidden: '#skrollr-body',
    kind: 'scroll-linked styles',
  },
  {
    name: 'foundation',
    root: 'foundation-sites',
    path: '/test/visual/sticky/sticky-menu-dynamic-height.html',
    element: 'h3',
    hidden: '.sticky',
    kind: 'sticky by script',
  },
  {
    name: 'gentelella',
    root: 'gentelella/dist',
    path: '/production/general_elements.html',
    element: '.card',
    hidden: 'header',
    kind: 'long dashboard, modules',
  },
  { name: 'hover', root: 'hover.css', path: '/', element: '.effects', hidden: 'h1', kind: 'transitions' },
  {
    name: 'blazy',
    root: 'blazy',
    path: '/example/index.html',
    element: '.wrapper',
    hidden: 'h1',
    kind: 'lazy pictures by script',
  },
  {
    name: 'polished',
    root: 'polished/docs',
    path: '/docs/index.html',
    element: 'section',
    hidden: 'h3',
    kind: 'long documentation, inner scroller',
  },
  {
    name: 'tether',
    root: 'tether/examples',
    path: '/element-scroll/index.html',
    element: '.scroll',
    hidden: '.scroll p',
    kind: 'inner scrollers',
  },
  {
    name: 'swagger-ui',
    root: 'swagger-ui-dist',
    path: '/index.html',
    element: '.opblock',
    hidden: '.info',
    kind: 'documentation drawn by script',
  },
]

/** Libraries that the pages load from other hosts: the copies of their packages. */
export const libraries: readonly (readonly [name: RegExp, file: string])[] = [
  [/bootstrap.*bundle/, 'bootstrap/dist/js/bootstrap.bundle.min.js'],
  [/jquery/, 'jquery/dist/jquery.min.js'],
  [/vendor\.js/, 'jquery/dist/jquery.min.js'],
  [/foundation\.js/, 'foundation-sites/dist/js/foundation.min.js'],
  [/foundation(-float)?\.css/, 'foundation-sites/dist/css/foundation.min.css'],
  [/tether\.js/, 'tether/dist/js/tether.js'],
  [/\.(jpe?g|png)/, 'startbootstrap-creative/dist/assets/img/portfolio/thumbnails/1.jpg'],
]
