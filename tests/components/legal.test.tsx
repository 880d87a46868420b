import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { plainAnswer } from '../../domain/faqs/rules.ts'
import { getPrivacy, getTerms } from '../../domain/legal/texts.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp } from './setup/open-app.tsx'

const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const footer = page.getByRole('contentinfo')

describe('the footer', () => {
  it('leads to the terms, the privacy page, the contact page and the help', async () => {
    const app = await openApp('/faqs')
    for (const [name, path] of [
      ['Terms', '/terms'],
      ['Privacy', '/privacy'],
      ['Contact', '/contact'],
      ['Help', '/faqs'],
    ] as const) {
      await footer.getByRole('link', { name }).click()
      await expect.poll(app.address).toBe(path)
    }
  })

  it('is not on the site of a community', async () => {
    await openApp('/_test/team/about', { host: 'team' })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.element(footer).not.toBeInTheDocument()
  })
})

describe('the legal pages', () => {
  it.each([
    ['/terms', 'Terms', getTerms('Gather')],
    ['/privacy', 'Privacy', getPrivacy('Gather')],
  ])('%s shows every section and the date', async (path, name, { sections }) => {
    await openApp(path)
    await expect.element(title(name)).toBeVisible()
    await expect.element(page.getByText('Version of November 29, 2026')).toBeVisible()
    const shown = [...document.querySelectorAll('main section')].map((section) => section.textContent)
    expect(shown).toEqual(sections.map((section) => section.title + section.paragraphs.map(plainAnswer).join('')))
    await expectAccessible()
  })

  it('shows the email of the operator', async () => {
    await openApp('/contact', { config: { contactEmail: 'hello@play.example.com' } })
    await expect
      .element(page.getByRole('link', { name: 'hello@play.example.com' }))
      .toHaveAttribute('href', 'mailto:hello@play.example.com')
    await expect.element(page.getByRole('main').getByRole('link', { name: 'send feedback' })).toHaveAttribute('href', '/feedback')
    await expectAccessible()
  })

  it('shows no email if there is none', async () => {
    await openApp('/contact')
    await expect.element(title('Contact')).toBeVisible()
    await expect.element(page.getByRole('main').getByRole('heading', { name: 'Email' })).not.toBeInTheDocument()
  })
})
