import { Download } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { saveFile } from '../save-file.ts'
import { Button } from '../ui/button.tsx'
import { ToggleChip } from '../ui/chip.tsx'
import { CourtArt } from '../ui/court-art.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { fontFamily, ink, layoutPoster, makeMeasure, type Paper, type Poster, type PosterWords, papers } from './layout-poster.ts'
import { qrPath } from './qr-path.ts'

type PosterEditorProps = {
  words: PosterWords
  paper: Paper
  onPaper: (paper: Paper) => void
  /** Above the choice of the paper. */
  children: ReactNode
}

/** Shows a poster, and makes it as a PDF for paper, or as a picture for phones. What makes them is loaded when it is needed. */
export function PosterEditor({ words, paper, onPaper, children }: PosterEditorProps) {
  const isFontLoaded = useFontLoaded()
  const [isMaking, setMaking] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const poster = isFontLoaded ? layoutPoster(paper, words, makeMeasure()) : null
  const isPicture = paper === 'phone'
  const download = async () => {
    if (!poster) return
    setMaking(true)
    setFailure(null)
    try {
      const blob = await (isPicture ? makePicture(poster, words) : makePdf(poster, words))
      saveFile(`${fileName(words.title)}-${paper}.${isPicture ? 'png' : 'pdf'}`, blob)
    } catch (error) {
      setFailure(error)
    }
    setMaking(false)
  }
  return (
    <div className="@container">
      <div className="grid gap-x-12 gap-y-6 @4xl:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
        <div className="grid content-start gap-5 @4xl:sticky @4xl:top-8 @4xl:self-start">
          {children}
          <fieldset className="flex flex-wrap gap-2">
            <legend className="mb-2.5 text-small font-strong">Size</legend>
            {(Object.keys(papers) as Paper[]).map((option) => (
              <ToggleChip key={option} isOn={option === paper} onToggle={() => onPaper(option)}>
                {papers[option].label}
              </ToggleChip>
            ))}
          </fieldset>
          <Button
            variant="primary"
            isPending={isMaking}
            pendingLabel="Creating the poster"
            disabled={!poster}
            onClick={() => void download()}
          >
            <Download size={18} aria-hidden="true" /> {isPicture ? 'Download picture' : 'Download PDF'}
          </Button>
          {failure !== null && <ErrorNotice title="The poster could not be created" error={failure} onRetry={() => void download()} />}
        </div>
        {poster ? (
          <Preview poster={poster} words={words} />
        ) : (
          <Skeleton className="mx-auto aspect-[612/792] w-full max-w-xl rounded-none" />
        )}
      </div>
    </div>
  )
}

async function makePdf(poster: Poster, words: PosterWords): Promise<Blob> {
  const { makePoster } = await import('./make-poster.ts')
  return new Blob([await makePoster(poster, words)], { type: 'application/pdf' })
}

async function makePicture(poster: Poster, words: PosterWords): Promise<Blob> {
  const { drawPoster } = await import('./draw-poster.ts')
  return drawPoster(poster, words)
}

/** The preview looks the same as what is downloaded. It is white in the dark theme as well, because paper is. */
function Preview({ poster, words }: { poster: Poster; words: PosterWords }) {
  const { title, url, activity, seed } = words
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
      aria-label={`Poster of ${title}, with a code that leads to its page`}
      className="@container relative mx-auto w-full max-w-xl overflow-hidden border border-line bg-white shadow-card"
      style={{ aspectRatio: `${poster.width} / ${poster.height}` }}
    >
      <div className="absolute overflow-hidden" style={getBoxStyle(poster.art)}>
        <CourtArt activity={activity} seed={seed} />
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
