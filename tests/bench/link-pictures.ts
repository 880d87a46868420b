import type { Figure } from './setup/figure.ts'
import { serveProduct } from './setup/serve-product.ts'
import { once } from './setup/shared.ts'

/** One page of each kind whose link has a picture of its own. */
const pages = [
  '/discover/events/demo-open-play',
  '/team/sunset-smashers',
  '/places/view/demo-courts',
  '/organization/demo-organization',
  '/profile/demo-player',
]

type Picture = { page: string; bytes: number; rowsRead: number }

/** Asks for the picture of a link as a chat does: by the address in the page. */
async function loadPicture(url: string, page: string): Promise<Picture> {
  const html = await (await fetch(url + page)).text()
  const address = /<meta property="og:image" content="[^"]*(\/pictures\/[^"]*)"/.exec(html)?.[1]
  if (!address) throw new Error(`${page} names no picture of its own.`)
  const answer = await fetch(url + address)
  const rowsRead = Number(/rows read (\d+)/.exec(answer.headers.get('server-timing') ?? '')?.[1])
  const { byteLength } = await answer.arrayBuffer()
  if (answer.headers.get('content-type') !== 'image/png' || Number.isNaN(rowsRead)) throw new Error(`${address} is no picture.`)
  return { page, bytes: byteLength, rowsRead }
}

const loadPictures = once(async () => {
  const url = await serveProduct()
  return Promise.all(pages.map((page) => loadPicture(url, page)))
})

export const figures: Figure[] = [
  {
    name: 'og-image-rows-read',
    unit: 'rows read',
    goal: { atMost: 3 },
    gating: true,
    measure: async () => {
      const pictures = await loadPictures()
      return {
        value: Math.max(...pictures.map(({ rowsRead }) => rowsRead)),
        notes: pictures.map(({ page, rowsRead }) => `${rowsRead} for ${page}`),
      }
    },
  },
  {
    name: 'og-image-bytes',
    unit: 'bytes',
    goal: { atMost: 120_000 },
    gating: true,
    measure: async () => {
      const pictures = await loadPictures()
      return { value: Math.max(...pictures.map(({ bytes }) => bytes)), notes: pictures.map(({ page, bytes }) => `${bytes} for ${page}`) }
    },
  },
]
