// What may stand as a colour in a drawing.

/** Only a plain word can be a CSS colour name; an unknown one is not drawn. */
export const colorName = /^[a-z]{3,20}$/
