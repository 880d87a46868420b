import type { Face } from '../avatar.tsx'

export const people = [
  { id: 'dana', name: 'Dana Alvarez' },
  { id: 'jun', name: 'Jun Takeda' },
  { id: 'kofi', name: 'Kofi Lartey' },
  { id: 'mia', name: 'Mia O’Brien' },
  { id: 'priya', name: 'Priya Raman' },
  { id: 'sol', name: 'Sol Vega' },
  { id: 'theo', name: 'Theo Wright' },
  { id: 'yara', name: 'Yara Khalil' },
] as const satisfies Face[]
