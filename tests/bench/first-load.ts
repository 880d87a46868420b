import type { Figure } from './setup/figure.ts'
import { type LoadedFile, loadPage } from './setup/load-page.ts'
import { serveProduct } from './setup/serve-product.ts'
import { once } from './setup/shared.ts'

const loads = 3

const kilobytes = (files: readonly LoadedFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
const filterByKind = (kind: LoadedFile['kind'], files: readonly LoadedFile[]) => files.filter((file) => file.kind === kind)
const earlyScripts = (files: readonly LoadedFile[]) => filterByKind('script', files).filter(({ isEarly }) => isEarly)

/**
 * Loads the page a few times without a cache and returns the heaviest load. Whether a file is requested before or after the heading
 * is partly chance.
 */
const loadHeaviest = (path: string, email?: string) =>
  once(async () => {
    const address = (await serveProduct()) + path
    const all: LoadedFile[][] = []
    for (let load = 0; load < loads; load++) all.push(await loadPage(address, email))
    return all.reduce((a, b) => (kilobytes(earlyScripts(b)) > kilobytes(earlyScripts(a)) ? b : a))
  })

/**
 * Pages that people open from a shared link must be small. A list with its filters and its map may be a little larger, and so may a page
 * that is a form: the library of forms is 15 kB.
 */
const pages = [
  { name: 'landing', path: '/', most: 150 },
  { name: 'city-search', path: '/discover/city-search', most: 150 },
  { name: 'event', path: '/discover/events/demo-open-play', most: 150 },
  { name: 'ask', path: '/ai', most: 150 },
  { name: 'team', path: '/team/sunset-smashers', most: 150 },
  { name: 'organizer-pricing', path: '/organizer/pricing', most: 150 },
  { name: 'form', path: '/form/demo-league-form', most: 150 },
  { name: 'place', path: '/places/view/demo-courts', most: 155 },
  { name: 'login', path: '/login?next=%2Fevt%2Fdemo-open-play', most: 170 },
  { name: 'sign-up', path: '/sign-up?next=%2Fevt%2Fdemo-open-play', most: 170 },
  // The link of an email that was used before. It loads the same files as one that works.
  { name: 'seat-code', path: `/seat-code?token=${'x'.repeat(43)}&event=demo-open-play`, most: 170 },
  { name: 'organization', path: '/organization/demo-organization', most: 160 },
  { name: 'faqs', path: '/faqs', most: 150 },
  { name: 'pricing-member', path: '/pricing/member', most: 150 },
  { name: 'discover', path: '/discover', most: 165 },
  { name: 'messages', path: '/messages', most: 170, email: 'player@demo.test' },
].map(({ path, email, ...page }) => ({ ...page, load: loadHeaviest(path, email) }))

const describeFile = ({ name, bytes }: LoadedFile) => `${name} (${(bytes / 1000).toFixed(1)})`

const maxFilesInNotes = 8

function describeLargest(files: readonly LoadedFile[]): string {
  if (files.length === 0) return 'none'
  const shownFiles = files.toSorted((a, b) => b.bytes - a.bytes).slice(0, maxFilesInNotes)
  return `${files.length} files, ${shownFiles.map(describeFile).join(', ')}${files.length > maxFilesInNotes ? ' …' : ''}`
}

export const figures: Figure[] = [
  ...pages.map(
    ({ name, most, load }): Figure => ({
      name: `first-load-js-${name}`,
      unit: 'kB brotli',
      goal: { atMost: most },
      gating: true,
      measure: async () => {
        const scripts = earlyScripts(await load())
        return { value: kilobytes(scripts), notes: [describeLargest(scripts)] }
      },
    }),
  ),
  ...pages.map(
    ({ name, load }): Figure => ({
      name: `first-load-js-${name}-in-all`,
      unit: 'kB brotli',
      gating: false,
      measure: async () => {
        const files = await load()
        const later = filterByKind('script', files).filter(({ isEarly }) => !isEarly)
        return {
          value: kilobytes(filterByKind('script', files)),
          notes: [
            `after the first content: ${describeLargest(later)}`,
            `everything that the page loads: ${kilobytes(files).toFixed(1)} kB`,
          ],
        }
      },
    }),
  ),
  {
    name: 'first-load-fonts',
    unit: 'kB',
    goal: { atMost: 60 },
    gating: true,
    measure: async () => {
      const loaded: number[] = []
      for (const { load } of pages) loaded.push(kilobytes(filterByKind('font', await load())))
      return Math.max(...loaded)
    },
  },
]
