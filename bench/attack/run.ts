// npm run bench:attack -- memory | flood | soak | plain, each with options of its own.
const attacks = {
  memory: () => import('./memory.ts'),
  flood: () => import('./flood.ts'),
  soak: () => import('./soak.ts'),
  plain: () => import('./plain.ts'),
} as const

const [name = ''] = process.argv.slice(2)
const attack = Object.entries(attacks).find(([known]) => known === name)?.[1]
if (attack === undefined) throw new Error(`Name an attack: ${Object.keys(attacks).join(', ')}`)
await attack()
