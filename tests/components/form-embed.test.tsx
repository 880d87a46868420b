import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { FormRow } from '../../domain/forms/contract.ts'
import type { SentForm } from '../../domain/forms/fill-contract.ts'
import { firstSettings } from '../../domain/forms/settings.ts'
import { makeContent, makeOpenForm } from '../setup/form-examples.ts'
import { answerWith } from './setup/answers.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const onePage = makeContent({ pages: [{ fields: [{ id: 'fname', kind: 'shortText', label: 'Your name' }] }] })
const sent = (changes: Partial<SentForm> = {}): SentForm => ({
  ...{ id: 'mine', state: 'accepted', key: 'secret', ending: 'e1', payUntil: null },
  ...changes,
})
const answerForm = (result: SentForm, more: Partial<Parameters<typeof makeOpenForm>[0]> = {}) =>
  answerWith({
    'GET /api/forms/:id': makeOpenForm({ content: onePage, viewer: { isSignedIn: false }, ...more }),
    'POST /api/forms/:id/submissions': result,
  })

async function sendInFrame() {
  document.documentElement.dataset.framed = ''
  await openApp('/form/league?frame=https%3A%2F%2Fclub.com')
  await page.getByRole('textbox', { name: 'Your email' }).fill('ava@example.com')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

afterEach(() => {
  delete document.documentElement.dataset.framed
})

describe('A form in a frame', () => {
  it('has no bars, and no sign-in that would lose the answers', async () => {
    answerForm(sent())
    document.documentElement.dataset.framed = ''
    await openApp('/form/league?frame=1')
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.element(page.getByRole('banner')).not.toBeInTheDocument()
    await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
    await expect.element(page.getByRole('link', { name: 'Sign in' })).not.toBeInTheDocument()
    await expectAccessibleInBothThemes()
  })

  it('leads to the page of the organizers by a link that leaves the frame', async () => {
    answerForm(sent(), { thankYouUrl: 'https://club.com/thanks' })
    await sendInFrame()
    const goOn = page.getByRole('link', { name: 'Go on' })
    await expect.element(goOn).toHaveAttribute('href', 'https://club.com/thanks')
    await expect.element(goOn).toHaveAttribute('target', '_top')
  })

  it('goes on when it was paid in a window of its own', async () => {
    answerForm(sent({ state: 'paying' }))
    let state = 'paying'
    answerWith({ 'GET /api/forms/:id/submissions/:submissionId': () => ({ state }) })
    await sendInFrame()
    await expect
      .element(page.getByRole('link', { name: 'Pay in a new window' }))
      .toHaveAttribute('href', '/form/payment/league/mine?key=secret')
    state = 'accepted'
    window.dispatchEvent(new Event('visibilitychange'))
    await expect.element(page.getByRole('link', { name: 'Pay in a new window' }), { timeout: 15_000 }).not.toBeInTheDocument()
  })
})

async function openShareDialog() {
  const team = { id: 'team', name: 'Sunset Smashers' }
  const forms: FormRow[] = [{ id: 'league', title: 'Spring league', team, state: 'open', hasChanges: false, updatedAt: Date.now() }]
  answerWith({ 'GET /api/forms': { forms, next: null }, 'GET /api/forms/submissions': { submissions: [], next: null } })
  await openApp('/form', { viewer: someone })
  await page.getByRole('button', { name: 'More for Spring league' }).click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
}

describe('Sharing a form', () => {
  it('shows the line for the sites that are listed', async () => {
    const settings = { ...firstSettings('UTC'), version: 1, frameOrigins: ['https://club.com'] }
    answerWith({ 'GET /api/forms/:id/settings': settings })
    await openShareDialog()
    const section = page.getByRole('region', { name: 'On your website' })
    await expect.element(section).toHaveTextContent('It works on club.com.')
    await expect
      .element(section)
      .toHaveTextContent(/<script src=".*\/embed\/1\.js" data-form="league" data-title="Spring league" async><\/script>/)
    await expectAccessibleInBothThemes()
  })

  it('says that a site must be listed first', async () => {
    answerWith({ 'GET /api/forms/:id/settings': { ...firstSettings('UTC'), version: 1 } })
    await openShareDialog()
    await expect.element(page.getByRole('region', { name: 'On your website' })).toHaveTextContent('First list your site')
    await expect.element(page.getByRole('button', { name: 'Copy the line' })).not.toBeInTheDocument()
  })
})
