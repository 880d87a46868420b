import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findBrowser } from '../../scripts/find-browser.ts'
import { qrModules } from '../../web/ui/qr-modules.ts'

const width = 320
const height = 240
const framesPerSecond = 5

/** What the camera shows, and for how long. Without a code it shows an empty wall. */
export type Scene = { code: string | null; seconds: number }

/** Launch options for a browser whose camera plays a video file. `writeVideo` must write the file before the camera opens. */
export async function getBrowserWithFakeCamera(film: string) {
  const browser = await findBrowser()
  const cameraArgs = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', `--use-file-for-fake-video-capture=${film}`]
  return { ...browser, args: [...browser.args, ...cameraArgs] }
}

/** Writes an uncompressed video (YUV4MPEG2) of QR codes. The browser plays it in a loop. */
export function writeVideo(film: string, scenes: readonly Scene[]): void {
  const frames = scenes.flatMap(({ code, seconds }) => {
    const frame = drawFrame(code)
    return Array.from({ length: Math.round(seconds * framesPerSecond) }, () => frame)
  })
  mkdirSync(path.dirname(film), { recursive: true })
  writeFileSync(film, Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420mpeg2\n`), ...frames]))
}

const wallBrightness = 190
const darkBrightness = 24
const lightBrightness = 235

function drawFrame(code: string | null): Buffer {
  // 128 in both color planes means gray.
  const pixels = Buffer.alloc((width * height * 3) / 2, 128).fill(wallBrightness, 0, width * height)
  const rows = code === null ? [] : qrModules(code)
  const module = Math.floor(height / Math.max(1, rows.length))
  const [left, top] = [(width - rows.length * module) >> 1, (height - rows.length * module) >> 1]
  rows.forEach((row, y) => {
    row.forEach((isDark, x) => {
      for (let line = 0; line < module; line++) {
        const start = (top + y * module + line) * width + left + x * module
        pixels.fill(isDark ? darkBrightness : lightBrightness, start, start + module)
      }
    })
  })
  return Buffer.concat([Buffer.from('FRAME\n'), pixels])
}
