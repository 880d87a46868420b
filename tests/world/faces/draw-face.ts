import { makeRandom } from '../../setup/make-random.ts'
import { beards, type Hair, longHair, shortHair, sides } from './hair.ts'

/** What is known of a person. Everything else is chosen by the seed. */
export type FaceOptions = { hasLongHair: boolean; mayHaveBeard: boolean }

const grounds = ['#cfe8dc', '#fbe3c0', '#d5e3f7', '#f6d5d0', '#e2dcf5', '#d9ecc6', '#f4e7a8', '#c9e6ee']
const shirts = ['#1f7a5c', '#e4572e', '#2f5fb3', '#f2b134', '#6a4c93', '#1f2d3d', '#f7f3ea', '#c8375d', '#2a9d8f']
const hairColors = ['#1d1715', '#35231a', '#5a3a22', '#7d5230', '#b5803e', '#d9b067', '#a3472a']
const darkHairColors = hairColors.slice(0, 3)
const skins = [
  { skin: '#f8d9c4', shade: '#eabf9f', hairs: hairColors },
  { skin: '#f0c8a0', shade: '#dcab7d', hairs: hairColors },
  { skin: '#dba674', shade: '#c48a58', hairs: hairColors },
  { skin: '#b97f51', shade: '#9c663c', hairs: darkHairColors },
  { skin: '#8d5a37', shade: '#734526', hairs: darkHairColors },
  { skin: '#5f3b25', shade: '#492b19', hairs: darkHairColors },
]
const grays = ['#8f8f93', '#c4c4c6', '#e6e4e0']
const hatColors = ['#1f2d3d', '#e4572e', '#2f5fb3', '#1f7a5c', '#c8375d', '#f2b134']

const fill = (d: string, color: string, more = '') => `<path d="${d}" fill="${color}"${more}/>`
const line = (d: string, color: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

const crown = 'M28 36C27 20 37 12 50 12s23 8 22 24z'
const hats: Record<'cap' | 'beanie' | 'visor' | 'headband', (color: string) => string> = {
  cap: (color) =>
    fill(crown, color) + fill('M26 37c14-6 34-6 50 0c6 2 9 5 9 8c-18-6-40-7-58-4c-2-1-2-3-1-4z', color, ' filter="brightness(.8)"'),
  beanie: (color) =>
    fill('M28 34C26 16 37 9 50 9s24 7 22 25z', color) + fill('M27 31c14-4 32-4 46 0v8c-14-4-32-4-46 0z', '#fff', ' opacity=".85"'),
  visor: (color) => fill('M29 31c13-4 29-4 42 0v7c-13-4-29-4-42 0z', '#fff') + fill('M25 39c15-7 35-7 50 0c-16-2-34-2-50 0z', color),
  headband: (color) => fill('M29.5 33c13-5 28-5 41 0v6c-13-5-28-5-41 0z', color),
}
const scarf = (color: string) =>
  fill(
    'M50 12c-21 0-29 16-27 36c1 14-4 22-9 34c20 9 52 9 72 0c-5-12-10-20-9-34c2-20-6-36-27-36zM50 25c11 0 17 9 17 22c0 13-8 20-17 20s-17-7-17-20c0-13 6-22 17-22z',
    color,
    ' fill-rule="evenodd"',
  )

const glasses = [
  '<g fill="#fff" fill-opacity=".25" stroke="#222" stroke-width="1.5"><circle cx="42" cy="47" r="6"/><circle cx="58" cy="47" r="6"/><path d="M48 46q2-1.5 4 0M36 46l-5-1M64 46l5-1" fill="none"/></g>',
  '<g fill="#fff" fill-opacity=".25" stroke="#6b3f24" stroke-width="1.8"><rect x="35.5" y="42" width="12.5" height="9" rx="3"/><rect x="52" y="42" width="12.5" height="9" rx="3"/><path d="M48 46h4" fill="none"/></g>',
  '<path d="M34 43h14l-1 6q-5 4-11 0zM52 43h14l-2 6q-6 4-11 0zM47 43.500h6" fill="#20242b" stroke="#20242b"/>',
]
const mouths = ['M43 58q7 7 14 0', 'M44 59q6 4 12 0', 'M45 59q6 4 11-1']
const openMouth = fill('M42.5 57h15q-1 8-7.5 8t-7.5-8z', '#7a2b2b') + fill('M43.5 57h13q0 2.5-6.5 2.500t-6.5-2.500z', '#fff')

/** Draws the face of a person who does not exist, as SVG text. The same seed draws the same one. */
export function drawFace(seed: number, { hasLongHair, mayHaveBeard }: FaceOptions): string {
  const random = makeRandom(seed)
  // The first number of two seeds that are close to each other is close, too.
  random()
  const happens = (chance: number) => random() < chance
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item
  const { skin, shade, hairs } = pick(skins)
  const isOld = happens(0.2)
  const hairColor = pick(isOld ? grays : hairs)
  const hair: Hair = pick(hasLongHair ? longHair : shortHair)
  const isBald = mayHaveBeard && happens(isOld ? 0.4 : 0.08)
  const hasScarf = hasLongHair && happens(0.1)
  const hat = !hasScarf && happens(0.25) ? pick(Object.values(hats)) : null
  const hatColor = pick(hatColors)
  const shirt = pick(shirts)
  const beard = mayHaveBeard && happens(0.45) ? pick(beards) : null
  const lens = happens(0.28) ? pick(glasses) : ''
  const mouth = happens(0.35) ? openMouth : line(pick(mouths), '#8a3b32', 1.8)
  const tilt = Math.round((random() - 0.5) * 8)
  const front = isBald ? '' : hat && hat !== hats.headband ? fill(sides, hairColor) : fill(hair.front, hairColor)
  const parts = [
    fill('M0 0h100v100H0z', pick(grounds)),
    hasScarf || isBald || !hair.back ? '' : fill(hair.back, hairColor, ` transform="rotate(${tilt} 50 70)"`),
    fill('M43 60h14v16c0 9-14 9-14 0z', shade),
    fill('M10 101c1-16 14-22 32-26c3 7 13 7 16 0c18 4 31 10 32 26z', shirt),
    `<g transform="rotate(${tilt} 50 70)">`,
    fill('M31 43a4 5 0 1 0 1 10zM69 43a4 5 0 1 1-1 10z', shade),
    fill('M50 21c13 0 20 10 20 25c0 15-9 24-20 24s-20-9-20-24c0-15 7-25 20-25z', skin),
    beard ? fill(beard, hairColor) : '',
    fill('M39.8 47a2.2 2.5 0 1 0 4.4 0a2.2 2.5 0 1 0-4.4 0zM55.8 47a2.2 2.5 0 1 0 4.4 0a2.2 2.5 0 1 0-4.4 0z', '#22201f'),
    line('M38 41.500q4-2.5 8-.5M54 41q4-2 8 .5', isOld ? '#77706b' : hairColor, 1.6),
    line('M50 48q3 5-1 5.5', shade, 1.6),
    mouth,
    isOld ? line('M36 52q-2 2-2 4M64 52q2 2 2 4M42 35q8-2 16 0', shade, 1) : '',
    lens,
    hasScarf ? '' : front,
    hat ? hat(hatColor) : '',
    hasScarf ? scarf(hatColor) : '',
    '</g>',
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="320" height="320">${parts.join('')}</svg>`
}
