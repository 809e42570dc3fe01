// Documents without scripts, as in a sandbox: the browser runs what this script asks for, but calls nothing back.

export const hasScripts = !matchMedia('(scripting: none)').matches
