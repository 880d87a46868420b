import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { cacheDir } from '../../scripts/environment.ts'
import { browserWithFilm, writeFilm } from './fake-camera.ts'
import { expectAccessible, test } from './fixtures.ts'

const film = path.join(cacheDir, 'browser-tests', 'codes.y4m')
const seat = 'https://play.example.com/seat/0190a7c4-7f2e-7c31-9d3e-6a1d2f0b8c55'
const other = 'WIFI:S:Clubhouse;T:WPA;P:pickle;;'

test.use({ launchOptions: await browserWithFilm(film) })

test.beforeAll(() => {
  writeFilm(film, [
    { code: seat, seconds: 4 },
    { code: null, seconds: 3.2 },
    { code: other, seconds: 3 },
    { code: null, seconds: 3.2 },
  ])
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const codes = (page: Page) => page.getByRole('list', { name: 'Codes read' }).getByRole('listitem')

test('the scanner reads what the camera sees, each code once while it is in view, and lets go of the camera @phone', async ({ page }) => {
  test.slow()
  await page.addInitScript(() => {
    const opened: MediaStreamTrack[] = []
    Object.assign(window, { opened, wanted: [] })
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      Object.assign(window, { wanted })
      const stream = await open(wanted)
      opened.push(...stream.getTracks())
      return stream
    }
  })
  await page.goto('/_ui')
  await button(page, 'Open the scanner').click()
  await expect(codes(page)).toContainText([seat, other, seat], { timeout: 40_000 })
  await expect(page.getByText('Maya Rivera is in.')).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => JSON.stringify((window as unknown as { wanted: unknown }).wanted))).toContain(
    '"facingMode":"environment"',
  )
  await button(page, 'Close the scanner').click()
  const states = () => page.evaluate(() => (window as unknown as { opened: MediaStreamTrack[] }).opened.map(({ readyState }) => readyState))
  expect(await states()).toEqual(['ended'])
})

test('a code is typed where no camera is allowed', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('no', 'NotAllowedError')
    }
  })
  await page.goto('/_ui')
  await button(page, 'Open the scanner').click()
  await expect(page.getByText('The camera is not allowed here.')).toContainText('or type the code instead.')
  const field = page.getByLabel('Code of the seat')
  await field.fill('nonsense')
  await field.press('Enter')
  await expect(page.getByText('This is no seat of this game.')).toBeVisible()
  await expect(field).toHaveValue('nonsense')
  await field.fill(` ${seat} `)
  await button(page, 'Check').click()
  await expect(page.getByText('Maya Rivera is in.')).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(codes(page)).toHaveText(['nonsense', seat])
  await expectAccessible(page)
})
