import { expect, type Page } from '@playwright/test'
import { fromTemplate } from '../../domain/forms/templates.ts'
import { expectAccessible, test } from './fixtures.ts'
import { expectNoHorizontalScroll, openOtherPage } from './people.ts'
import { logInAs } from './sign-in.ts'

/** A request of the person who is signed in on this page. */
const call = <Answer>(page: Page, method: string, path: string, body: object): Promise<Answer> =>
  page.evaluate(
    async ([sentMethod, sentPath, json]) => {
      const answer = await fetch(sentPath, { method: sentMethod, headers: { 'content-type': 'application/json' }, body: json })
      if (!answer.ok) throw new Error(await answer.text())
      return answer.status === 204 ? null : answer.json()
    },
    [method, path, JSON.stringify(body)] as const,
  )

/** Publishes a camp for 60 dollars in two parts, of which an organizer accepts each submission. */
async function publishCamp(page: Page, title: string): Promise<string> {
  const common = { hint: '', isRequired: true }
  const fields = [
    { ...common, kind: 'shortText', id: 'fname', label: 'Name' },
    { ...common, kind: 'rating', id: 'flevel', label: 'How well do you play?', max: 5 },
    { ...common, kind: 'product', id: 'fweek', label: 'Week', options: [{ id: 'oone', label: 'First week', amount: 6000, limit: 20 }] },
  ]
  const later = [{ on: new Date(Date.now() + 40 * 24 * 3600 * 1000).toISOString().slice(0, 10), percent: 50 }]
  const content = {
    ...fromTemplate('blank'),
    title,
    pages: [{ id: 'pone', title: '', fields }],
    payment: { currency: 'usd', feeBy: 'host', later },
  }
  const { id } = await call<{ id: string }>(page, 'POST', '/api/teams/sunset-smashers/forms', {
    from: { kind: 'template', template: 'blank' },
  })
  await call(page, 'PUT', `/api/forms/${id}/draft`, { content, version: 1 })
  await call(page, 'POST', `/api/forms/${id}/versions`, { version: 2 })
  const settings = { audience: 'anyone', people: [], timeZone: 'America/Chicago', frameOrigins: [], needsApproval: true }
  await call(page, 'PUT', `/api/forms/${id}/settings`, { ...settings, version: 1 })
  return id
}

test('an organizer filters what was sent, accepts it, notes cash and exports it @both', async ({ page, browser, isMobile }) => {
  await logInAs(page, 'host')
  await page.goto('/form')
  const id = await publishCamp(page, `Camp ${test.info().project.name}`)
  const player = await openOtherPage(browser)
  await logInAs(player, 'player')
  await player.goto('/form')
  for (const name of ['Ava Park', 'Ben Ortiz'])
    await call(player, 'POST', `/api/forms/${id}/submissions`, {
      ...{ version: 1, total: { amount: 6000, currency: 'usd' }, idempotencyKey: `camp-of-${name.replace(' ', '-')}` },
      answers: { fname: name, flevel: 4, fweek: [{ option: 'oone', quantity: 1 }] },
    })
  await player.context().close()

  await page.goto(`/form/${id}/submissions`)
  // On a phone it is closed at first.
  if (isMobile) await page.getByRole('heading', { name: 'Summary' }).click()
  await expect(page.getByRole('region', { name: 'How well do you play?' })).toContainText('Average 4')
  await page.getByRole('searchbox', { name: 'Find by first or last name' }).fill('ava')
  await expect(page.getByRole('link', { name: 'Ben Ortiz' })).toHaveCount(0)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('link', { name: 'Ava Park' }).first().click()
  await page.getByRole('button', { name: 'Accept' }).click()
  const money = page.getByRole('region', { name: 'Money' })
  await expect(money).toContainText(/Open\$60\.00/)
  await money.getByRole('button', { name: 'Note cash' }).click()
  await page.getByRole('button', { name: 'Note $30.00' }).click()
  await expect(money).toContainText(/Paid\$30\.00Open\$30\.00/)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF', exact: true }).click()
  expect((await saving).suggestedFilename()).toMatch(/^Ava Park, Camp .*\.pdf$/)

  await page.goto(`/form/${id}/submissions?state=accepted`)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Make the file' }).click()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('link', { name: /download the CSV/ }).click()
  const download = await downloading
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  const [head, ...rows] = Buffer.concat(chunks).toString().replace('\uFEFF', '').trim().split('\r\n')
  expect(head).toContain('Name,Account,Email,State,Name,How well do you play?,Week,Total,Paid,Open,Currency')
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatch(/^Ava Park,.*,Accepted,Ava Park,4,First week,60,30,30,USD,/)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
})
