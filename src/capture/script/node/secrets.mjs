// Texts to type that CONFIG only names, as {"env": "NAME"}: no message may repeat them.
import { CONFIG } from '../config.mjs'

/** The text that a step types: its own, or that of a variable, which is unset when it is empty. @param {string | { env: string }} text */
export function readText(text) {
  return typeof text === 'string' ? text : process.env[text.env] || undefined
}

/** Whether a step types a text that CONFIG only names. */
export function typesSecret() {
  return (CONFIG.options.steps ?? []).some(step => 'text' in step && typeof step.text === 'object')
}

/** The path of an address may contain what was typed. @param {string} text */
export function withoutSecrets(text) {
  return typesSecret() ? text.replaceAll(/(\w+:\/\/[^/?#\s]*)\S*/g, '$1') : text
}
