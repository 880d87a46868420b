import { describe, expect, it } from 'vitest'
import { exportLifetime } from '../../domain/data-exports/contract.ts'
import { formatSpan, readAnswer } from '../../domain/faqs/rules.ts'
import { formDraftDuration } from '../../domain/forms/limits.ts'
import { getContact, getPrivacy, getTerms } from '../../domain/legal/texts.ts'
import { minAge, termsVersion } from '../../domain/legal/versions.ts'
import { pages } from '../../domain/pages.ts'
import { platforms } from '../../domain/platforms.ts'
import { settingsTabNames } from '../../web/settings/tabs.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

const texts = [getTerms('Gather'), getPrivacy('Gather'), getContact('Gather')]
const paragraphs = texts.flatMap(({ sections }) => sections.flatMap((section) => section.paragraphs))

describe('Terms, privacy and contact', () => {
  it.each(['terms', 'privacy', 'contact'] as const)('%s is a page that search engines may index', async (name) => {
    const answer = await ask(`/${pages[name].path}`)
    expect(answer.status).toBe(200)
    const html = await answer.text()
    expect(html).toContain(`<title>${pages[name].title} · ${platforms.gth.name}</title>`)
    expect(html).toContain(`<link rel="canonical" href="http://localhost:5173/${pages[name].path}">`)
    expect(html).not.toContain('noindex')
  })

  it('give people an email to write to', async () => {
    expect(await (await ask('/api/config')).json()).toMatchObject({ contactEmail: expect.stringMatching(/^[^<>\s@]+@[^<>\s@]+$/) })
  })

  it('only link to pages that exist', () => {
    const paths = Object.values(pages).map(({ path }) => `/${path.replace(/^\//, '')}`)
    const links = paragraphs.flatMap((paragraph) => readAnswer(paragraph).flatMap(({ to }) => to ?? []))
    expect(links.length).toBeGreaterThan(4)
    for (const link of links) {
      const { pathname, searchParams } = new URL(link, 'http://localhost')
      expect(paths).toContain(pathname)
      const tab = searchParams.get('tab')
      if (tab !== null) expect(settingsTabNames).toContain(tab)
    }
  })

  it('contain the same numbers as the code, and the name of the platform', () => {
    const all = paragraphs.join(' ')
    expect(all).toContain(`stays available for ${formatSpan(exportLifetime)}.`)
    expect(all).toContain(`are deleted ${formatSpan(formDraftDuration)} after your last change.`)
    expect(all).toContain(`You must be ${minAge} or older.`)
    expect(JSON.stringify([getTerms('Other'), getPrivacy('Other'), getContact('Other')])).not.toContain('Gather')
    expect(new Date(termsVersion).toISOString().slice(0, 10)).toBe(termsVersion)
  })
})
