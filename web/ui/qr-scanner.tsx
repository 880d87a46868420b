import { Check, Flashlight, FlashlightOff, X } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { AppError } from '../../domain/errors.ts'
import { Button } from './button.tsx'
import { CameraPicture, useCameraPicture } from './camera-picture.tsx'
import { joinClasses } from './class-names.ts'
import { ErrorNotice } from './error-notice.tsx'
import { readError } from './error-words.ts'
import { TextField } from './field.tsx'
import { sayFailure } from './say-failure.ts'
import { useQrReader } from './use-qr-reader.ts'

/** What came of a code: shown over the picture, since at a gate nobody hears a beep. */
export type Verdict = { isGood: boolean; words: string }

type QrScannerProps = {
  /** Called once for each code that comes into view, and for each that is typed. Codes that come while it thinks are passed over. */
  onCode: (code: string) => Verdict | Promise<Verdict>
  /** What is typed where there is no camera: "Code under the picture". */
  typedLabel: string
  typedHint?: string
}

const verdictStays = 2200

/** The camera as a reader of codes, with a field for those who have none. Mounted while it is to be seen: the camera is on for as long. */
export function QrScanner({ onCode, typedLabel, typedHint }: QrScannerProps) {
  const [attempt, setAttempt] = useState(0)
  const { verdict, take } = useVerdict(onCode)
  return (
    <div className="grid gap-5">
      <ScannerView key={attempt} verdict={verdict} onCode={(code) => void take(code)} onRetry={() => setAttempt(attempt + 1)} />
      <TypedCode label={typedLabel} hint={typedHint} onCode={take} />
    </div>
  )
}

type ScannerViewProps = { verdict: Verdict | null; onCode: (code: string) => void; onRetry: () => void }

function ScannerView({ verdict, onCode, onRetry }: ScannerViewProps) {
  const [fault, setFault] = useState<{ error: unknown } | null>(null)
  const seen = useCameraPicture({ facing: 'environment', instead: 'type the code' })
  const { stream, video, isPlaying } = seen
  useQrReader(video, stream !== null && isPlaying, onCode, (error) => setFault({ error }))
  const failure = seen.failure ?? fault

  return (
    <>
      {failure ? (
        <ErrorNotice title="No camera" error={failure.error} onRetry={onRetry} className="py-6" />
      ) : (
        <CameraPicture seen={seen} className="aspect-square max-h-[60dvh] w-full">
          {isPlaying && <Finder verdict={verdict} />}
          {stream && <Torch stream={stream} />}
        </CameraPicture>
      )}
      <p role="status" className={joinClasses('min-h-6 text-center font-strong', verdict && !verdict.isGood && 'text-bad')}>
        {verdict?.words ?? (failure ? '' : 'Hold the code inside the frame.')}
      </p>
    </>
  )
}

/** One code at a time: what came of it stands for a moment. */
function useVerdict(onCode: QrScannerProps['onCode']) {
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const isBusy = useRef(false)
  useEffect(() => {
    if (!verdict) return
    const timer = setTimeout(() => setVerdict(null), verdictStays)
    return () => clearTimeout(timer)
  }, [verdict])

  const take = async (code: string): Promise<Verdict | null> => {
    if (isBusy.current) return null
    isBusy.current = true
    try {
      const made = await onCode(code)
      // A new one each time, so that the same words stand for their whole time again.
      setVerdict({ ...made })
      return made
    } catch (error) {
      setVerdict({ isGood: false, words: readError(error).message })
      return null
    } finally {
      isBusy.current = false
    }
  }
  return { verdict, take }
}

const corners = ['top-0 left-0 border-t-4 border-l-4 rounded-tl-card', 'top-0 right-0 border-t-4 border-r-4 rounded-tr-card']
const lowerCorners = ['bottom-0 left-0 border-b-4 border-l-4 rounded-bl-card', 'right-0 bottom-0 border-r-4 border-b-4 rounded-br-card']

function Finder({ verdict }: { verdict: Verdict | null }) {
  return (
    <div aria-hidden="true" className="absolute inset-[16%] grid place-items-center">
      {[...corners, ...lowerCorners].map((place) => (
        <span
          key={place}
          className={joinClasses(
            'absolute size-10',
            verdict === null ? 'border-white' : verdict.isGood ? 'border-good' : 'border-bad',
            place,
          )}
        />
      ))}
      {verdict && (
        <span
          className={joinClasses(
            'grid size-20 place-items-center rounded-full',
            verdict.isGood ? 'bg-good text-card' : 'bg-bad text-on-bad',
          )}
        >
          {verdict.isGood ? <Check size={44} strokeWidth={2.6} /> : <X size={44} strokeWidth={2.6} />}
        </span>
      )}
    </div>
  )
}

/** The types of browsers do not know it yet. */
type Lit = { torch?: boolean }

function Torch({ stream }: { stream: MediaStream }) {
  const [isOn, setOn] = useState(false)
  const [track] = stream.getVideoTracks()
  const canShine = (track?.getCapabilities?.() as Lit | undefined)?.torch === true
  if (!track || !canShine) return null
  const turn = async () => {
    const wanted: MediaTrackConstraintSet & Lit = { torch: !isOn }
    try {
      await track.applyConstraints({ advanced: [wanted] })
      setOn(!isOn)
    } catch {
      sayFailure(new AppError('LightNotTurnedOn'))
    }
  }
  return (
    <Button className="absolute right-3 bottom-3" aria-pressed={isOn} onClick={() => void turn()}>
      {isOn ? <FlashlightOff size={18} aria-hidden="true" /> : <Flashlight size={18} aria-hidden="true" />} Light
    </Button>
  )
}

type TypedCodeProps = { label: string; hint: string | undefined; onCode: (code: string) => Promise<Verdict | null> }

function TypedCode({ label, hint, onCode }: TypedCodeProps) {
  const [typed, setTyped] = useState('')
  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    const code = typed.trim()
    const verdict = code ? await onCode(code) : null
    // What was wrong stays to be mended.
    if (verdict?.isGood) setTyped('')
  }
  return (
    <form onSubmit={(event) => void send(event)} className="flex items-end gap-2.5">
      <TextField
        label={label}
        {...(hint ? { hint } : {})}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        className="min-w-0 flex-1"
      />
      <Button type="submit">Check</Button>
    </form>
  )
}
