import { useMutation, useQuery } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import type { GameYear } from '../../domain/my-games/contract.ts'
import { usePlatform } from '../app-state.ts'
import { saveFile } from '../save-file.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { showFailure } from '../ui/show-failure.ts'
import { describeFavorites, describeYear } from './describe-year.ts'
import { gameYear } from './queries.ts'

/** What the viewer played this year, to look at and to share. Through January, the year before stands above it. */
export function YearCards() {
  const today = new Date()
  const year = today.getFullYear()
  const isJanuary = today.getMonth() === 0
  return (
    <>
      {isJanuary && <YearCard of={year - 1} />}
      <YearCard of={year} />
    </>
  )
}

/** Nothing stands here before the first game of the year. */
function YearCard({ of }: { of: number }) {
  const { data: year } = useQuery(gameYear(of))
  const { name } = usePlatform()
  const share = useMutation({ mutationFn: (given: GameYear) => shareYear(given, name), onError: showFailure })
  if (!year || year.games === 0) return null
  return (
    <Card className="mt-4 grid gap-5 p-5 sm:p-6" role="region" aria-label={`Your ${year.year}`}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-title">Your {year.year}</h2>
        <Button size="small" onClick={() => share.mutate(year)} isPending={share.isPending}>
          <Share2 size={16} aria-hidden="true" /> Share as a picture
        </Button>
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        {describeYear(year).map(({ label, value }) => (
          <div key={label} className="grid content-start">
            <dt className="order-2 text-small text-soft">{label}</dt>
            <dd className="text-[1.625rem] leading-tight font-bold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <ul className="grid gap-1 text-[0.9375rem]">
        {describeFavorites(year).map(({ label, value }) => (
          <li key={label} className="wrap-anywhere">
            <span className="text-soft">{label}:</span> <span className="font-strong">{value}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Opens the share sheet of the device with the picture. If there is none, it saves the picture. */
async function shareYear(year: GameYear, platformName: string): Promise<void> {
  const { drawYear } = await import('./draw-year.ts')
  const file = new File([await drawYear(year, platformName)], `my-${year.year}.png`, { type: 'image/png' })
  if (!navigator.canShare?.({ files: [file] })) return saveFile(file.name, file)
  try {
    await navigator.share({ files: [file] })
  } catch (error) {
    // The person closed the share sheet, which is not an error.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}
