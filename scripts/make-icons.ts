/** Creates the icons and pictures in public/ from our own drawings. Run it when a drawing changes, and commit the result. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { type PlatformId, platformIds, platforms } from '../domain/platforms.ts'
import { ownPreviewPath } from '../domain/previews.ts'
import { drawBeans } from '../web/ui/beans-drawing.ts'
import { courtSvg, writePath } from '../web/ui/court-art/court-svg.ts'
import { findBrowser } from './find-browser.ts'
import { packFlatPng, packIco } from './pack-picture.ts'

// The colors of the light theme in sRGB, because not all image readers support oklch.
const paper = '#fbfaf6'
const ink = '#18221b'
const blue = '#0961bb'

const publicFile = (name: string) => path.join(import.meta.dirname, '../public', name)
const beans = drawBeans('plain').map(writePath).join('')

/** The icon: Beans on a blue square. The square has rounded corners, except where the system cuts the shape itself. */
function iconSvg(shape: 'rounded' | 'full' | 'maskable'): string {
  const radius = shape === 'rounded' ? ' rx="14"' : ''
  // A mask may cut off everything outside of a circle with 80% of the width, so Beans is smaller there.
  const size = shape === 'maskable' ? 0.74 : 0.88
  const edge = 32 - 32 * size
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">' +
    `<title>${platforms.gth.name}</title><rect width="64" height="64"${radius} fill="${blue}"/>` +
    `<g fill="none" transform="translate(${edge} ${edge - 0.5}) scale(${size})">${beans}</g></svg>`
  )
}

/** The picture that other apps show for a link to us: 1200 by 630 pixels. */
async function sharePage(platform: PlatformId): Promise<string> {
  const font = await readFile(fileURLToPath(import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2')))
  const { name, tagline } = platforms[platform]
  return `<!doctype html><style>
    @font-face{font-family:Figtree;src:url(data:font/woff2;base64,${font.toString('base64')}) format('woff2');font-weight:300 900}
    *{box-sizing:border-box;margin:0}
    body{width:1200px;height:630px;background:${paper};color:${ink};font-family:Figtree;display:grid;grid-template-columns:608px 1fr}
    .words{padding:64px 40px 72px 72px;display:flex;flex-direction:column;justify-content:space-between}
    .brand{display:flex;align-items:center;gap:16px;font-weight:800;font-size:46px;letter-spacing:-.02em}
    h1{font-weight:750;font-size:70px;line-height:1.06;letter-spacing:-.025em}
    .art{display:grid;grid-template:2fr 1fr/1fr 1fr;gap:12px}
    .art div{overflow:hidden}.art div:first-child{grid-column:span 2}.art svg{display:block;width:100%;height:100%}
  </style>
  <div class="words"><div class="brand"><svg width="84" height="84" viewBox="0 0 64 64"><g fill="none">${beans}</g></svg>${name}</div><h1>${tagline}</h1></div>
  <div class="art"><div>${courtSvg('pickleball', 'share')}</div><div>${courtSvg('basketball', 'share')}</div><div>${courtSvg('soccer', 'share')}</div></div>`
}

const browser = await chromium.launch(await findBrowser())
const page = await browser.newPage()

async function takeScreenshot(width: number, height: number, html: string, omitBackground = false): Promise<Buffer> {
  await page.setViewportSize({ width, height })
  await page.setContent(html)
  await page.evaluate('document.fonts.ready.then(() => null)')
  return page.screenshot({ omitBackground })
}

const takeIconScreenshot = (size: number, shape: Parameters<typeof iconSvg>[0]) =>
  takeScreenshot(
    size,
    size,
    `<!doctype html><style>body{margin:0}svg{display:block;width:100vw}</style>${iconSvg(shape)}`,
    shape === 'rounded',
  )

const files: [name: string, content: string | Buffer][] = [
  ['icons/icon.svg', `${iconSvg('rounded')}\n`],
  ['favicon.ico', packIco(await takeIconScreenshot(32, 'rounded'), 32)],
  // Phones round the corners of the touch icon themselves, and transparent corners would become black.
  ['icons/icon-180.png', await takeIconScreenshot(180, 'full')],
  ['icons/icon-192.png', await takeIconScreenshot(192, 'rounded')],
  ['icons/icon-512.png', await takeIconScreenshot(512, 'rounded')],
  ['icons/icon-maskable-512.png', await takeIconScreenshot(512, 'maskable')],
]
for (const platform of platformIds) {
  files.push([ownPreviewPath(platform).slice(1), packFlatPng(await takeScreenshot(1200, 630, await sharePage(platform)))])
}
for (const [name, content] of files) {
  await writeFile(publicFile(name), content)
  console.log(`${name} ${(content.length / 1024).toFixed(1)} kB`)
}
await browser.close()
