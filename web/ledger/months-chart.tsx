import { useEffect, useMemo, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { digitsOf } from '../../domain/format-money.ts'
import type { LedgerMonth } from '../../domain/ledger/contract.ts'
import { writeMonth } from './write-month.ts'

const shownMonths = 12
const height = 208

type Bar = { month: string; net: number }

/** The last months with money in a currency, the oldest first. A month without money is 0. */
function listBars(months: readonly LedgerMonth[], currency: string): Bar[] {
  const sums = new Map(months.filter((month) => month.currency === currency).map(({ month, net }) => [month, net]))
  const [newest = '', oldest = ''] = [[...sums.keys()][0], [...sums.keys()].at(-1)]
  const [year, month] = newest.split('-').map(Number)
  if (year === undefined || month === undefined) return []
  return Array.from({ length: shownMonths }, (_, back) => new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7))
    .filter((each) => each >= oldest)
    .map((each) => ({ month: each, net: sums.get(each) ?? 0 }))
    .toReversed()
}

/** What was earned each month, in the currency of the newest one. The table has the same numbers, so screen readers skip it. */
export default function MonthsChart({ months }: { months: readonly LedgerMonth[] }) {
  const box = useRef<HTMLDivElement>(null)
  const currency = months[0]?.currency ?? 'usd'
  const bars = useMemo(() => listBars(months, currency), [months, currency])

  useEffect(() => (box.current ? drawChart(box.current, bars, currency) : undefined), [bars, currency])

  // One bar says nothing.
  if (bars.length < 2) return null
  return (
    <figure aria-hidden="true" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <figcaption className="text-small font-strong text-soft">You get, in {currency.toUpperCase()}</figcaption>
      {/* The canvas takes its colors and font from these classes. Without a transition, they change at once with the theme. */}
      <div ref={box} className="h-52 fill-court stroke-line text-soft transition-none" />
    </figure>
  )
}

/** Returns the function that removes the chart. */
function drawChart(box: HTMLElement, bars: readonly Bar[], currency: string): () => void {
  const style = getComputedStyle(box)
  const font = `12px ${style.fontFamily}`
  const short = new Intl.NumberFormat('en-US', { style: 'currency', currency, notation: 'compact', maximumFractionDigits: 1 })
  const line = () => style.stroke
  const paths = uPlot.paths.bars?.({ size: [0.6, 44], radius: 0.12 })
  const chart = new uPlot(
    {
      width: box.clientWidth,
      height,
      padding: [10, 0, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: () => [-0.5, bars.length - 0.5] },
        y: { range: (_, min, max) => [Math.min(0, min) * 1.1, Math.max(1, max) * 1.1] },
      },
      axes: [
        {
          font,
          stroke: () => style.color,
          space: 40,
          incrs: [1, 2, 3, 4, 6],
          values: (_, splits) => splits.map((index) => writeShort(bars[index]?.month)),
          grid: { show: false },
          ticks: { show: false },
          size: 30,
        },
        {
          font,
          stroke: () => style.color,
          values: (_, splits) => splits.map((amount) => short.format(amount / 10 ** digitsOf(currency))),
          grid: { stroke: line, width: 1 },
          ticks: { show: false },
          size: 64,
          space: 40,
        },
      ],
      series: [{}, { fill: () => style.fill, width: 0, points: { show: false }, ...(paths && { paths }) }],
    },
    [bars.map((_, index) => index), bars.map(({ net }) => net)],
    box,
  )
  const resizing = new ResizeObserver(() => chart.setSize({ width: box.clientWidth, height }))
  resizing.observe(box)
  // The styles change with the theme. The paths of the bars have a color, so they are drawn anew too.
  const redraw = () => chart.redraw()
  const themes = new MutationObserver(redraw)
  themes.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-platform'] })
  const dark = matchMedia('(prefers-color-scheme: dark)')
  dark.addEventListener('change', redraw)
  return () => {
    resizing.disconnect()
    themes.disconnect()
    dark.removeEventListener('change', redraw)
    chart.destroy()
  }
}

/** "Nov", and "Jan 26" when a year begins. */
const writeShort = (month: string | undefined) =>
  month === undefined ? '' : writeMonth(month, month.endsWith('-01') ? { month: 'short', year: '2-digit' } : { month: 'short' })
