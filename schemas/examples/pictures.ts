// The images of the request examples, as data URIs.

/** A 96 × 64 PNG of a sunset in six flat colours. */
export const examplePicture = [
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAGAAAABABAMAAAAXGm89AAAAElBMVEXbJ3f7vyQPdm58Ou0eG0v4+v',
  'zYeBNPAAAACXBIWXMAAAsTAAALEwEAmpwYAAABJElEQVRIx+3TwY3CMBCF4SeiFGBCAwwNBCIKQKIApMj9t0ISEseejPEMcMSHPa',
  'zep39gtbgbH/7gDz4DbngW4BwXUOwT8RbcFnBQAue2CWgCcQKqQJSwgy77zjFolt/+ErivgBPBtTcC723g6n1vAcM+SRTBuI8TJT',
  'AF4kTpa609SxT+cEDNEu9Bi1k8KvGmjgNgEuNPFUD0KuGmhoE2BlKiYyDZC4mGAbC3SXQpaJEV+yPbT2CzX48iYvsRbAMhcSEi9m',
  '8Fcb8khj2dOID4wp4LtDKo5oOIH4XcCwEmsqAKgVQgn1j38cfIAyJRZPe7BFAZEMlCGViP0u6DUB60HqUOLEIfmI8y7F9Cf9AsLI',
  'HpY5gCo7AFhqOMeyLbQRIgIygF6AllcOIENAKr9wAAAABJRU5ErkJggg==',
].join('')

/** A 90 × 160 SVG in five flat colours. */
export const exampleSvg = [
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI5MCIgaGVpZ2h0PSIx',
  'NjAiPjxwYXRoIGZpbGw9IiMwQjNDNDkiIGQ9Ik0wIDBoOTB2MTYwSDB6Ii8+PGNpcmNsZSBjeD0iNDUiIGN5PSI1OCIgcj0iMjYiIGZpbG',
  'w9IiNGNEI5NDIiLz48cGF0aCBmaWxsPSIjRTQ1NzJFIiBkPSJNMCAxMTIgMzAgNzJsMzQgNDB6Ii8+PHBhdGggZmlsbD0iIzE2Njk3QSIg',
  'ZD0iTTI4IDExOCA2NCA3OGwyNiAzNHY0OEgwdi0yOHoiLz48cGF0aCBmaWxsPSIjRjdGM0UzIiBkPSJNMCAxMzRoOTB2MjZIMHoiLz48L3',
  'N2Zz4=',
].join('')
