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

/** Replaces the camera. The test draws its picture: a code, or an empty gray wall. */
function fakeCamera() {
  const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 })
  const context = canvas.getContext('2d')
  let inView: string | null = null
  const draw = () => {
    if (!context) return
    context.fillStyle = '#bebebe'
    context.fillRect(0, 0, canvas.width, canvas.height)
    const rows = inView === null ? [] : qrModules(inView)
    const module = Math.floor(canvas.height / Math.max(1, rows.length))
    const [left, top] = [(canvas.width - rows.length * module) >> 1, (canvas.height - rows.length * module) >> 1]
    rows.forEach((row, y) => {
      row.forEach((isDark, x) => {
        context.fillStyle = isDark ? '#181818' : '#ebebeb'
        context.fillRect(left + x * module, top + y * module, module, module)
      })
    })
  }
  const stream = canvas.captureStream(20)
  // A camera keeps sending pictures, even if nothing moves.
  const timer = setInterval(draw, 50)
  const open = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream)
  return {
    open,
    stream,
    show: (code: string | null) => {
      inView = code
    },
    stop: () => clearInterval(timer),
  }
}

/** Whether the camera picture on the screen shows only the gray wall. */
function isWallInView(): boolean {
  const video = document.querySelector('video')
  const context = Object.assign(document.createElement('canvas'), { width: 320, height: 240 }).getContext('2d')
  if (!video || !context) return false
  context.drawImage(video, 0, 0, 320, 240)
  const [darkest, brightest] = context
    .getImageData(0, 0, 320, 240)
    .data.reduce(([low, high], value, at) => (at % 4 === 0 ? [Math.min(low, value), Math.max(high, value)] : [low, high]), [255, 0])
  return brightest - darkest < 20
}

describe('the scanner', () => {
  it('reads each code once while it is in view, and turns the camera off when it closes', async ({ onTestFinished }) => {
    const camera = fakeCamera()
    onTestFinished(camera.stop)
    await openParts(<ScannerParts />)
    await button('Open the scanner').click()
    await expect.element(page.getByText('Hold the code inside the frame.')).toBeVisible()
    camera.show(seat)
    await expect.poll(codesRead).toEqual([seat])
    await expect.element(page.getByText('Maya Rivera is in.')).toBeVisible()
    await expectAccessible()
    camera.show(other)
    await expect.poll(codesRead).toEqual([seat, other])
    await expect.element(page.getByText('This ticket is for another game.')).toBeVisible()
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

  it('accepts a typed code if the camera is not allowed', async () => {
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    await openParts(<ScannerParts />)
    await button('Open the scanner').click()
    await expect.element(page.getByText('This site may not use your camera.')).toHaveTextContent('or type the code instead.')
    const field = page.getByLabelText('Ticket code')
    await field.fill('nonsense')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('This ticket is for another game.')).toBeVisible()
    await expect.element(field).toHaveValue('nonsense')
    await field.fill(` ${seat} `)
    await button('Check').click()
    await expect.element(page.getByText('Maya Rivera is in.')).toBeVisible()
    await expect.element(field).toHaveValue('')
    expect(codesRead()).toEqual(['nonsense', seat])
    await expectAccessible()
  })
})
