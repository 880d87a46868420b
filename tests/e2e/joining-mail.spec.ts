import { expect } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { openContextAs, publishGame, sunriseOpenPlay } from './games.ts'
import { findMail } from './mailbox.ts'
import { expectNoHorizontalScroll, signInAsNewPerson } from './people.ts'

// The sandbox's mailbox page has no icon.
test.use({ allowedErrors: /favicon\.ico/ })

test('a player joins a game, gets a mail with the game for their calendar, and leaves by its link', async ({
  page,
  browser,
  request,
  sandboxUrl,
}) => {
  const host = await openContextAs(browser, 'Dana Alvarez')
  const id = await publishGame(host.request, sunriseOpenPlay)
  const me = await signInAsNewPerson(page, 'Maya Rivera')
  await page.goto(`/evt/${id}`)
  await page.getByRole('button', { name: 'Join', exact: true }).and(page.locator(':visible')).click()
  const sent = await findMail(request, sandboxUrl, me.email, /^You are in: Saturday sunrise open play$/)

  const mailbox = await page.context().newPage()
  await mailbox.goto(`${sandboxUrl}/mailbox/?matching=${encodeURIComponent(me.email)}`)
  await mailbox.getByRole('link', { name: /You are in: Saturday sunrise open play/ }).click()
  const mail = mailbox.frameLocator('iframe[title="Email content"]')
  await expect(mail.getByRole('heading', { name: 'You are in: Saturday sunrise open play' })).toBeVisible()
  await expectNoHorizontalScroll(mailbox)
  const [file] = await Promise.all([
    mailbox.waitForEvent('download'),
    mailbox.getByRole('link', { name: /saturday-sunrise-open-play\.ics/ }).click(),
  ])
  const stream = await file.createReadStream()
  const entry = (await stream.toArray()).join('')
  expect(entry).toContain(`UID:${id}@gather\r\n`)
  expect(entry).toContain('METHOD:PUBLISH\r\n')

  const [game] = await Promise.all([page.context().waitForEvent('page'), mail.getByRole('link', { name: 'Leave the game' }).click()])
  await expect(game).toHaveURL(`/evt/${id}?open=leave`)
  await game.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(game.getByRole('button', { name: 'Join', exact: true }).and(game.locator(':visible'))).toBeVisible()
  await findMail(request, sandboxUrl, me.email, /^You left Saturday sunrise open play$/)

  await page.goto('about:blank')
  await page.setContent(sent.html)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
})
