import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listFaqs } from '../../domain/faqs/questions.ts'
import { plainAnswer } from '../../domain/faqs/rules.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const field = page.getByRole('searchbox', { name: 'Find an answer' })
const heading = page.getByRole('heading', { level: 1, name: 'Help & Faqs' })
const question = (words: string) => page.getByRole('heading', { level: 3, name: words })
const answer = (id: string) => document.querySelector<HTMLDetailsElement>(`#faq-${id}`)
const openAnswers = () => [...document.querySelectorAll('details[open]')].map(({ id }) => id)
const feedback = page.getByRole('main').getByRole('link', { name: 'Send feedback' })

describe('Help', () => {
  it('shows all questions with the same answers that search engines get', async () => {
    await openApp('/faqs')
    await expect.element(heading).toBeVisible()
    const shownQuestions = [...document.querySelectorAll('main details')].map((one) => [
      one.querySelector('h3')?.textContent,
      one.querySelector('p')?.textContent,
    ])
    const all = listFaqs('Gather').flatMap(({ faqs }) => faqs)
    expect(shownQuestions).toEqual(all.map(({ question, answer }) => [question, plainAnswer(answer)]))
  })

  it('finds an answer by its words, opens it, and changes the title and the address', async () => {
    const app = await openApp('/faqs')
    await field.fill('How lóng is a seat HELD?')
    await expect.element(page.getByText(/^\d of \d+ answers$/)).toBeVisible()
    await expect.element(question('How do I host a game?')).not.toBeInTheDocument()
    await expect.poll(app.address).toMatch(/\?q=How/)
    await question('How long is it held?').click()
    await expect.element(page.getByText('2 hours if the game is more than 24 hours away')).toBeVisible()
    await expect.poll(app.address).toMatch(/#seat-offer$/)
    await expect.poll(() => document.title).toBe('A seat is free for me. How long is it held? · Gather')
  })

  it('opens the question of a link, and goes back step by step', async () => {
    const app = await openApp('/faqs#choose-emails')
    await expect.element(question('How do I choose which emails I get?')).toBeInViewport()
    expect(openAnswers()).toEqual(['faq-choose-emails'])
    await question('Do I get reminders?').click()
    await expect.poll(app.address).toMatch(/#reminders$/)
    expect(openAnswers().toSorted()).toEqual(['faq-choose-emails', 'faq-reminders'])
    await app.goBack()
    await expect.poll(app.address).toMatch(/#choose-emails$/)
    await expect.poll(openAnswers).toEqual(['faq-choose-emails'])
    await expectAccessible()
  })

  it('links to each subject', async () => {
    const app = await openApp('/faqs')
    await page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: 'Places' }).click()
    await expect.poll(app.address).toBe('/faqs#places')
    await expect.element(page.getByRole('heading', { level: 2, name: 'Places' })).toBeInViewport()
  })

  it('opens the first match with Enter, and it is still open after Back', async () => {
    const app = await openApp('/faqs')
    await field.fill('need more players')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => answer('call-for-players')?.open).toBe(true)
    await app.goTo('/login')
    await expect.element(heading).not.toBeInTheDocument()
    await app.goBack()
    await expect.poll(() => answer('call-for-players')?.open).toBe(true)
    await expect.element(field).toHaveValue('need more players')
  })

  it('says if no answer matches, with a shortened text, and shows all answers again', async () => {
    await page.viewport(390, 844)
    await openApp('/faqs')
    await field.fill('zamboni')
    await expect.element(page.getByText('No results for “zamboni”')).toBeVisible()
    await expect.element(feedback).not.toBeInTheDocument()
    await expectAccessible()
    await field.fill('w'.repeat(100))
    await expect.element(page.getByText(`No results for “${'w'.repeat(40)}…”`)).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(innerWidth)
    await page.getByRole('button', { name: 'Show all answers' }).click()
    await expect.element(field).toHaveValue('')
    expect(document.querySelectorAll('details')).toHaveLength(listFaqs('Gather').flatMap(({ faqs }) => faqs).length)
  })

  it('lets a signed-in user send feedback about a missing answer', async () => {
    await openApp('/faqs', { viewer: someone })
    await field.fill('zamboni')
    await expect.element(feedback).toHaveAttribute('href', '/feedback')
  })
})
