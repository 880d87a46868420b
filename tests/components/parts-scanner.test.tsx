import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ScannerParts } from '../../web/ui/parts/scanner-parts.tsx'
import { qrModules } from '../../web/ui/qr-modules.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openParts } from './setup/open-parts.tsx'

const seat = 'https://play.example.com/seat/0190a7c4-7f2e-7c31-9d3e-6a1d2f0b8c55'
const other = 'WIFI:S:Clubhouse;T:WPA;P:pickle;;'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const codes = page.getByRole('list', { name: 'Codes read' }).getByRole('listitem')
const codesRead = () => codes.elements().map((code) => code.textContent)

/** A camera whose picture the test draws: a code, or an empty wall. */
function holdCamera() {
  const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 })
  const pencil = canvas.getContext('2d')
  let inView: string | null = null
  const draw = () => {
    if (!pencil) return
    pencil.fillStyle = '#bebebe'
    pencil.fillRect(0, 0, canvas.width, canvas.height)
    const rows = inView === null ? [] : qrModules(inView)
    const module = Math.floor(canvas.height / Math.max(1, rows.length))
    const [left, top] = [(canvas.width - rows.length * module) >> 1, (canvas.height - rows.length * module) >> 1]
    rows.forEach((row, y) => {
      row.forEach((isDark, x) => {
        pencil.fillStyle = isDark ? '#181818' : '#ebebeb'
        pencil.fillRect(left + x * module, top + y * module, module, module)
      })
    })
  }
  const stream = canvas.captureStream(20)
  // A camera goes on sending pictures of what does not move.
  const timer = setInterval(draw, 50)
  const open = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream)
  return {
    open,
    stream,
    show: (code: string | null) => {
      inView = code
    },
    putAway: () => clearInterval(timer),
  }
}

/** Whether the picture on the screen is of one gray. */
function isWallInView(): boolean {
  const video = document.querySelector('video')
  const pencil = Object.assign(document.createElement('canvas'), { width: 320, height: 240 }).getContext('2d')
  if (!video || !pencil) return false
  pencil.drawImage(video, 0, 0, 320, 240)
  const [darkest, brightest] = pencil
    .getImageData(0, 0, 320, 240)
    .data.reduce(([low, high], value, at) => (at % 4 === 0 ? [Math.min(low, value), Math.max(high, value)] : [low, high]), [255, 0])
  return brightest - darkest < 20
}

describe('the scanner', () => {
  it('reads what the camera sees, each code once while it is in view, and lets go of the camera', async ({ onTestFinished }) => {
    const camera = holdCamera()
    onTestFinished(camera.putAway)
    await openParts(<ScannerParts />)
    await button('Open the scanner').click()
    await expect.element(page.getByText('Hold the code inside the frame.')).toBeVisible()
    camera.show(seat)
    await expect.poll(codesRead).toEqual([seat])
    await expect.element(page.getByText('Maya Rivera is in.')).toBeVisible()
    await expectAccessible()
    camera.show(other)
    await expect.poll(codesRead).toEqual([seat, other])
    await expect.element(page.getByText('This is no seat of this game.')).toBeVisible()
    camera.show(null)
    await expect.poll(isWallInView).toBe(true)
    const { now } = performance
    vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 10_000)
    camera.show(seat)
    await expect.poll(codesRead, { message: 'it counts again after it was away' }).toEqual([seat, other, seat])
    expect(camera.open).toHaveBeenCalledWith(expect.objectContaining({ video: expect.objectContaining({ facingMode: 'environment' }) }))
    await button('Close the scanner').click()
    await expect.poll(() => camera.stream.getTracks().map(({ readyState }) => readyState)).toEqual(['ended'])
  })

  it('takes a typed code where no camera is allowed', async () => {
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    await openParts(<ScannerParts />)
    await button('Open the scanner').click()
    await expect.element(page.getByText('The camera is not allowed here.')).toHaveTextContent('or type the code instead.')
    const field = page.getByLabelText('Code of the seat')
    await field.fill('nonsense')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('This is no seat of this game.')).toBeVisible()
    await expect.element(field).toHaveValue('nonsense')
    await field.fill(` ${seat} `)
    await button('Check').click()
    await expect.element(page.getByText('Maya Rivera is in.')).toBeVisible()
    await expect.element(field).toHaveValue('')
    expect(codesRead()).toEqual(['nonsense', seat])
    await expectAccessible()
  })
})
