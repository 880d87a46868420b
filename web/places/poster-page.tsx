import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PlaceDetail } from '../../domain/places/contract.ts'
import { isNotFound } from '../api.ts'
import { usePlatform } from '../app-state.ts'
import { saveFile } from '../save-file.ts'
import { useTitle } from '../shell/use-title.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { ToggleChip } from '../ui/chip.tsx'
import { CourtArt } from '../ui/court-art.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { activityOf, placeUrl } from './format-place.ts'
import { fontFamily, ink, layoutPoster, makeMeasure, type Paper, type Poster, papers } from './layout-poster.ts'
import { PlaceNotFound } from './place-not-found.tsx'
import { qrPath } from './qr-path.ts'
import { placeById } from './queries.ts'

const isPaper = (text: string | null): text is Paper => text !== null && Object.hasOwn(papers, text)

/** The common paper size in the viewer's country. */
const getDefaultPaper = (): Paper => (/-(US|CA|MX|PH|CL|CO)$/i.test(navigator.language) ? 'letter' : 'a4')

/** A poster of a place to print and hang up at the court. The URL names the place. */
export default function PosterPage() {
  const [search] = useSearchParams()
  const id = search.get('place') ?? ''
  const { data: place, error, isFetching, refetch } = useQuery({ ...placeById(id), enabled: id !== '' })
  useTitle(place ? `Poster of ${place.name}` : null)
  if (isNotFound(error)) return <PlaceNotFound id={id} />
  return (
    <div className={pageFrame(1120, 'pt-4 sm:pt-9')}>
      {place ? (
        <PosterEditor place={place} />
      ) : id === '' ? (
        <EmptyState title="Which place?">Open a place and choose Poster at the end of its page.</EmptyState>
      ) : error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Loading label="Loading the poster">
          <Skeleton className="mx-auto aspect-[612/792] max-w-md rounded-none" />
        </Loading>
      )}
    </div>
  )
}

function PosterEditor({ place }: { place: PlaceDetail }) {
  const { name: platform } = usePlatform()
  const [search, setSearch] = useSearchParams()
  const requestedPaper = search.get('paper')
  const paper = isPaper(requestedPaper) ? requestedPaper : getDefaultPaper()
  const isFontLoaded = useFontLoaded()
  const [isMaking, setMaking] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const url = placeUrl(place.id)
  const poster = isFontLoaded ? layoutPoster(paper, place, platform, url, makeMeasure()) : null
  const activity = activityOf(place.activities)

  const download = async () => {
    if (!poster) return
    setMaking(true)
    setFailure(null)
    try {
      const { makePoster } = await import('./make-poster.ts')
      const bytes = await makePoster(poster, { title: place.name, author: platform, url, activity, seed: place.id })
      saveFile(`${fileName(place.name)}-${paper}.pdf`, new Blob([bytes], { type: 'application/pdf' }))
    } catch (error) {
      setFailure(error)
    }
    setMaking(false)
  }

  return (
    <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
      <header className="grid content-start gap-5 lg:sticky lg:top-8 lg:self-start">
        <div className="grid justify-items-start gap-1">
          <LinkButton variant="quiet" size="small" to={`/places/view/${place.id}`} className="-ml-3.5">
            <ArrowLeft size={17} aria-hidden="true" /> Back to the place
          </LinkButton>
          <h1>Poster</h1>
          <p className="text-soft">Print it and hang it up by the court, so that people who play there can find each other.</p>
        </div>
        <fieldset className="flex flex-wrap gap-2">
          <legend className="mb-2.5 text-small font-strong">Paper</legend>
          {(Object.keys(papers) as Paper[]).map((option) => (
            <ToggleChip
              key={option}
              isOn={option === paper}
              onToggle={() => setSearch({ place: place.id, paper: option }, { replace: true, preventScrollReset: true })}
            >
              {papers[option].label}
            </ToggleChip>
          ))}
        </fieldset>
        <Button variant="primary" isPending={isMaking} pendingLabel="Creating the PDF" disabled={!poster} onClick={() => void download()}>
          <Download size={18} aria-hidden="true" /> Download PDF
        </Button>
        {failure !== null && <ErrorNotice title="The poster could not be created" error={failure} onRetry={() => void download()} />}
      </header>
      {poster ? (
        <Preview poster={poster} place={place} url={url} />
      ) : (
        <Skeleton className="mx-auto aspect-[612/792] w-full max-w-xl rounded-none" />
      )}
    </div>
  )
}

/** The preview looks the same as the PDF. It is white in the dark theme as well, because paper is. */
function Preview({ poster, place, url }: { poster: Poster; place: PlaceDetail; url: string }) {
  const code = qrPath(url)
  const toContainerUnits = (points: number) => `${(points / poster.width) * 100}cqw`
  const getBoxStyle = ({ x, y, width, height }: Poster['art']) => ({
    left: toContainerUnits(x),
    top: toContainerUnits(y),
    width: toContainerUnits(width),
    height: toContainerUnits(height),
  })
  return (
    <div
      role="img"
      aria-label={`Poster of ${place.name}, with a code that leads to its page`}
      className="@container relative mx-auto w-full max-w-xl overflow-hidden border border-line bg-white shadow-card"
      style={{ aspectRatio: `${poster.width} / ${poster.height}` }}
    >
      <div className="absolute overflow-hidden" style={getBoxStyle(poster.art)}>
        <CourtArt activity={activityOf(place.activities)} seed={place.id} />
      </div>
      <svg
        className="absolute"
        style={getBoxStyle(poster.code)}
        viewBox={`0 0 ${code.size} ${code.size}`}
        shapeRendering="crispEdges"
        aria-hidden="true"
      >
        <path d={code.d} fill={ink} />
      </svg>
      {poster.lines.map(({ text, x, y, size, weight, color }) => (
        <span
          key={`${x} ${y}`}
          className="absolute leading-none whitespace-pre"
          style={{
            left: toContainerUnits(x),
            top: toContainerUnits(y - size * 0.86),
            fontFamily,
            fontSize: toContainerUnits(size),
            fontWeight: weight,
            color,
            letterSpacing: 0,
          }}
        >
          {text}
        </span>
      ))}
    </div>
  )
}

/** Text cannot be measured before its font has loaded. */
function useFontLoaded(): boolean {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    let isUnmounted = false
    const done = () => {
      if (!isUnmounted) setLoaded(true)
    }
    void document.fonts.load(`800 40px ${fontFamily}`).then(done, done)
    return () => {
      isUnmounted = true
    }
  }, [])
  return isLoaded
}

const fileName = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase() || 'poster'
