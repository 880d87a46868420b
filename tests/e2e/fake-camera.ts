import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findBrowser } from '../../scripts/find-browser.ts'
import { qrModules } from '../../web/ui/qr-modules.ts'

const width = 320
const height = 240
const framesASecond = 5

/** What the camera sees, and for how long; null is an empty wall. */
export type Sight = { code: string | null; seconds: number }

/** A browser whose camera plays a film that is not there yet: `writeFilm` makes it before the camera is opened. */
export async function browserWithFilm(film: string) {
  const browser = await findBrowser()
  const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', `--use-file-for-fake-video-capture=${film}`]
  return { ...browser, args: [...browser.args, ...camera] }
}

/** An uncompressed film (YUV4MPEG2) of codes drawn by our own writer. The browser plays it over and over. */
export function writeFilm(film: string, sights: readonly Sight[]): void {
  const frames = sights.flatMap(({ code, seconds }) => {
    const frame = drawFrame(code)
    return Array.from({ length: Math.round(seconds * framesASecond) }, () => frame)
  })
  mkdirSync(path.dirname(film), { recursive: true })
  writeFileSync(film, Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesASecond}:1 Ip A1:1 C420mpeg2\n`), ...frames]))
}

const wall = 190
const dark = 24
const light = 235

function drawFrame(code: string | null): Buffer {
  // Both color planes at their middle: gray.
  const pixels = Buffer.alloc((width * height * 3) / 2, 128).fill(wall, 0, width * height)
  const rows = code === null ? [] : qrModules(code)
  const module = Math.floor(height / Math.max(1, rows.length))
  const [left, top] = [(width - rows.length * module) >> 1, (height - rows.length * module) >> 1]
  rows.forEach((row, y) => {
    row.forEach((isDark, x) => {
      for (let line = 0; line < module; line++) {
        const start = (top + y * module + line) * width + left + x * module
        pixels.fill(isDark ? dark : light, start, start + module)
      }
    })
  })
  return Buffer.concat([Buffer.from('FRAME\n'), pixels])
}
