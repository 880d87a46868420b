import { cleanLine } from '../texts.ts'
import { decodeEntities } from './decode-entities.ts'
import { type LinkPreview, nameHost } from './link-preview.ts'

const maxPreviewTitle = 150
const maxPreviewDescription = 300
const maxPreviewSiteName = 60

/** What stands in the head of a page, as it was written there. Empty if it is missing. */
export type PageFacts = { title: string; description: string; ogTitle: string; ogDescription: string; ogSiteName: string }

/** The preview of a link. Null if its page has no title. */
export function makePreview(url: string, page: PageFacts): LinkPreview | null {
  const title = read(page.ogTitle, maxPreviewTitle) ?? read(page.title, maxPreviewTitle)
  if (title === null) return null
  const description = read(page.ogDescription, maxPreviewDescription) ?? read(page.description, maxPreviewDescription)
  const siteName = read(page.ogSiteName, maxPreviewSiteName)
  return {
    url,
    siteName: siteName?.toLowerCase() === nameHost(url) ? null : siteName,
    title,
    description: description === title ? null : description,
  }
}

const read = (written: string, max: number): string | null => cleanLine(decodeEntities(written), max) || null
