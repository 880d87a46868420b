import { Check, Flashlight, FlashlightOff, X } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { AppError } from '../../domain/errors.ts'
import { Button } from './button.tsx'
import { CameraPicture, useCameraPicture } from './camera-picture.tsx'
import { joinClasses } from './class-names.ts'
import { ErrorNotice } from './error-notice.tsx'
import { TextField } from './field.tsx'
import { readError } from './read-error.ts'
import { showFailure } from './show-failure.ts'
import { useQrReader } from './use-qr-reader.ts'

/** What we show over the camera picture after a scan. We show a picture and a text because nobody hears a beep at a noisy entrance. */
export type ScanResult = { isGood: boolean; text: string }

type QrScannerProps = {
  /** Called once for each code that comes into view, and for each typed code. Codes that come while it still runs are ignored. */
  onCode: (code: string) => ScanResult | Promise<ScanResult>
  /** The label of the field for people without a camera, for example "Code under the picture". */
  typedLabel: string
  typedHint?: string
}

const resultDurationMs = 2200

/** Scans QR codes with the camera, and has a field to type a code. The camera is on as long as this component is mounted. */
export function QrScanner({ onCode, typedLabel, typedHint }: QrScannerProps) {
  const [attempt, setAttempt] = useState(0)
  const { result, handleCode } = useScanResult(onCode)
  return (
    <div className="grid gap-5">
      <ScannerView key={attempt} result={result} onCode={(code) => void handleCode(code)} onRetry={() => setAttempt(attempt + 1)} />
      <TypedCode label={typedLabel} hint={typedHint} onCode={handleCode} />
    </div>
  )
}

type ScannerViewProps = { result: ScanResult | null; onCode: (code: string) => void; onRetry: () => void }

function ScannerView({ result, onCode, onRetry }: ScannerViewProps) {
  const [readerFailure, setReaderFailure] = useState<{ error: unknown } | null>(null)
  const camera = useCameraPicture({ facing: 'environment', alternative: 'type the code' })
  const { stream, video, isPlaying } = camera
  useQrReader(video, stream !== null && isPlaying, onCode, (error) => setReaderFailure({ error }))
  const failure = camera.failure ?? readerFailure

  return (
    <>
      {failure ? (
        <ErrorNotice title="No camera" error={failure.error} onRetry={onRetry} className="py-6" />
      ) : (
        <CameraPicture camera={camera} className="aspect-square max-h-[60dvh] w-full">
          {isPlaying && <Finder result={result} />}
          {stream && <Torch stream={stream} />}
        </CameraPicture>
      )}
      <p role="status" className={joinClasses('min-h-6 text-center font-strong', result && !result.isGood && 'text-bad')}>
        {result?.text ?? (failure ? '' : 'Hold the code inside the frame.')}
      </p>
    </>
  )
}

/** Handles one code at a time, and shows its result for a moment. */
function useScanResult(onCode: QrScannerProps['onCode']) {
  const [result, setResult] = useState<ScanResult | null>(null)
  const isBusy = useRef(false)
  useEffect(() => {
    if (!result) return
    const timer = setTimeout(() => setResult(null), resultDurationMs)
    return () => clearTimeout(timer)
  }, [result])

  const handleCode = async (code: string): Promise<ScanResult | null> => {
    if (isBusy.current) return null
    isBusy.current = true
    try {
      const newResult = await onCode(code)
      // We copy the result so that React sees a change and the timer starts again, even if the text is the same.
      setResult({ ...newResult })
      return newResult
    } catch (error) {
      setResult({ isGood: false, text: readError(error).message })
      return null
    } finally {
      isBusy.current = false
    }
  }
  return { result, handleCode }
}

const upperCorners = ['top-0 left-0 border-t-4 border-l-4 rounded-tl-card', 'top-0 right-0 border-t-4 border-r-4 rounded-tr-card']
const lowerCorners = ['bottom-0 left-0 border-b-4 border-l-4 rounded-bl-card', 'right-0 bottom-0 border-r-4 border-b-4 rounded-br-card']

function Finder({ result }: { result: ScanResult | null }) {
  return (
    <div aria-hidden="true" className="absolute inset-[16%] grid place-items-center">
      {[...upperCorners, ...lowerCorners].map((cornerClasses) => (
        <span
          key={cornerClasses}
          className={joinClasses(
            'absolute size-10',
            result === null ? 'border-white' : result.isGood ? 'border-good' : 'border-bad',
            cornerClasses,
          )}
        />
      ))}
      {result && (
        <span
          className={joinClasses(
            'grid size-20 place-items-center rounded-full',
            result.isGood ? 'bg-good text-card' : 'bg-bad text-on-bad',
          )}
        >
          {result.isGood ? <Check size={44} strokeWidth={2.6} /> : <X size={44} strokeWidth={2.6} />}
        </span>
      )}
    </div>
  )
}

/** TypeScript's browser types do not include the torch yet. */
type TorchSetting = { torch?: boolean }

function Torch({ stream }: { stream: MediaStream }) {
  const [isOn, setOn] = useState(false)
  const [track] = stream.getVideoTracks()
  const hasTorch = (track?.getCapabilities?.() as TorchSetting | undefined)?.torch === true
  if (!track || !hasTorch) return null
  const toggleTorch = async () => {
    const constraint: MediaTrackConstraintSet & TorchSetting = { torch: !isOn }
    try {
      await track.applyConstraints({ advanced: [constraint] })
      setOn(!isOn)
    } catch {
      showFailure(new AppError('FlashlightFailed'))
    }
  }
  return (
    <Button className="absolute right-3 bottom-3" aria-pressed={isOn} onClick={() => void toggleTorch()}>
      {isOn ? <FlashlightOff size={18} aria-hidden="true" /> : <Flashlight size={18} aria-hidden="true" />} Light
    </Button>
  )
}

type TypedCodeProps = { label: string; hint: string | undefined; onCode: (code: string) => Promise<ScanResult | null> }

function TypedCode({ label, hint, onCode }: TypedCodeProps) {
  const [typedCode, setTypedCode] = useState('')
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const code = typedCode.trim()
    const result = code ? await onCode(code) : null
    // We keep a wrong code in the field, so that the user can correct it.
    if (result?.isGood) setTypedCode('')
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="flex items-end gap-2.5">
      <TextField
        label={label}
        {...(hint ? { hint } : {})}
        value={typedCode}
        onChange={(event) => setTypedCode(event.target.value)}
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
