import type { ActivityId } from '../../domain/activities.ts'
import type { GameYear } from '../../domain/my-games/contract.ts'
import { toKnownActivity } from '../events/format-event.ts'
import { courtSvg } from '../ui/court-art/court-svg.ts'
import { describeFavorites, describeYear } from './describe-year.ts'

/** The shape of a story: most apps show it in full. */
const [width, height] = [1080, 1350]
const margin = 72
const [paper, ink, soft] = ['#fbfaf6', '#18221b', '#5d665f']
const font = (size: number, weight: number) => `${weight} ${size}px Figtree, sans-serif`

/** A picture of the viewer's year over the court that they played on most. It is drawn on this device and goes nowhere by itself. */
export async function drawYear(year: GameYear, platformName: string): Promise<Blob> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw a picture')
  await document.fonts.ready
  context.drawImage(await loadCourt(toKnownActivity(year.activity?.id ?? 'other'), String(year.year)), 0, 0, width, height)
  const favorites = describeFavorites(year)
  const cardHeight = 720 + favorites.length * 62
  const top = height - margin - cardHeight
  context.fillStyle = paper
  context.beginPath()
  context.roundRect(margin, top, width - 2 * margin, cardHeight, 48)
  context.fill()
  const write = (text: string, x: number, y: number, style: string, color = ink, maxWidth = width - 2 * margin - 112) => {
    context.font = style
    context.fillStyle = color
    context.fillText(text, x, y, maxWidth)
  }
  const left = margin + 56
  write(`My ${year.year}`, left, top + 140, font(96, 800))
  for (const [index, { value, label }] of describeYear(year).entries()) {
    const x = left + (index % 2) * 440
    const y = top + 300 + Math.floor(index / 2) * 190
    write(value, x, y, font(92, 800), ink, 400)
    write(label, x, y + 48, font(34, 500), soft, 400)
  }
  for (const [index, { label, value }] of favorites.entries()) {
    write(`${label}: ${value}`, left, top + 640 + index * 62, font(36, 600))
  }
  write(platformName, left, top + cardHeight - 50, font(34, 700), soft)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('This browser cannot write a picture'))), 'image/png'),
  )
}

async function loadCourt(activity: ActivityId, seed: string): Promise<HTMLImageElement> {
  const image = new Image()
  const url = URL.createObjectURL(
    new Blob([courtSvg(activity, seed).replace('<svg ', `<svg width="${width}" height="${height}" `)], { type: 'image/svg+xml' }),
  )
  image.src = url
  await image.decode()
  URL.revokeObjectURL(url)
  return image
}
