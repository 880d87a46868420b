import { Image, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Label } from 'react-aria-components/Label'
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components/Slider'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { Button } from '../ui/button.tsx'
import { type Crop, drawCrop } from './draw-crop.ts'
import type { OpenPicture } from './open-picture.ts'

const maxZoom = 4
const center = { x: 0, y: 0 }

type CropViewProps = {
  picture: OpenPicture
  /** Called after each change. The last value is the part to save. */
  onCrop: (crop: Crop) => void
  onChooseOther: () => void
}

/** Lets the user choose the visible part of the picture: move it by hand or with arrow keys, zoom it, and rotate it by 90 degrees. */
export function CropView({ picture, onCrop, onChooseOther }: CropViewProps) {
  const hintId = useId()
  const [position, setPosition] = useState(center)
  const [zoom, setZoom] = useState(1)
  const [quarterTurns, setQuarterTurns] = useState(0)
  const [crop, setCrop] = useState<Crop | null>(null)
  const cropArea = useRef<{ current: HTMLDivElement | null }>(null)
  const changeCrop = (area: Area) => {
    // The button that opened this view is gone, so the focus moves to the picture for keyboard users.
    if (!crop) cropArea.current?.current?.focus({ preventScroll: true })
    const newCrop = { area, quarterTurns }
    setCrop(newCrop)
    onCrop(newCrop)
  }
  /** Rotates the picture by 90 degrees. The point in the middle stays in the middle. */
  const rotate = () => {
    setQuarterTurns((quarterTurns + 1) % 4)
    setPosition({ x: -position.y, y: position.x })
  }
  return (
    <div className="grid gap-4">
      <div className="relative h-[min(42dvh,19rem)] overflow-hidden rounded-card bg-wash">
        <Cropper
          image={picture.url}
          crop={position}
          zoom={zoom}
          rotation={quarterTurns * 90}
          maxZoom={maxZoom}
          aspect={1}
          cropShape="round"
          showGrid={false}
          keyboardStep={8}
          disableAutomaticStylesInjection
          classes={{ cropAreaClassName: 'text-scrim! focus-visible:outline-offset-[-3px]!' }}
          cropperProps={{ role: 'application', 'aria-label': 'Visible part', 'aria-describedby': hintId }}
          setCropperRef={(ref) => {
            cropArea.current = ref
          }}
          onCropChange={setPosition}
          onZoomChange={setZoom}
          onCropAreaChange={(_, area) => changeCrop(area)}
          onCropComplete={(_, area) => changeCrop(area)}
        />
      </div>
      <p id={hintId} className="text-small text-soft">
        Drag the picture or use the arrow keys. Zoom with the slider, or pinch or scroll.
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <ZoomSlider zoom={zoom} onZoom={setZoom} />
        <div className="flex gap-2.5">
          <Button size="small" onClick={rotate}>
            <RotateCw size={16} aria-hidden="true" /> Rotate
          </Button>
          <Button size="small" onClick={onChooseOther}>
            <Image size={16} aria-hidden="true" /> Choose another picture
          </Button>
        </div>
      </div>
      {crop && (
        <div className="flex items-center gap-3.5 border-t border-line pt-4">
          <FacePreview picture={picture} crop={crop} size={64} />
          <FacePreview picture={picture} crop={crop} size={34} />
          <p className="text-small text-soft">This is how others see you.</p>
        </div>
      )}
    </div>
  )
}

function ZoomSlider({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  return (
    <Slider
      value={zoom}
      onChange={(value) => onZoom(value)}
      minValue={1}
      maxValue={maxZoom}
      step={0.05}
      formatOptions={{ style: 'percent' }}
      className="flex min-w-44 flex-1 items-center gap-5"
    >
      <Label className="sr-only">Zoom</Label>
      <ZoomOut size={18} aria-hidden="true" className="flex-none text-soft" />
      <SliderTrack className="relative h-11 flex-1">
        {({ state }) => (
          <>
            <span className="absolute inset-x-0 top-1/2 h-1 -translate-y-1/2 rounded-full bg-line" />
            <span
              className="absolute top-1/2 left-0 h-1 -translate-y-1/2 rounded-full bg-court"
              style={{ width: `${state.getThumbPercent(0) * 100}%` }}
            />
            <SliderThumb className="top-1/2 size-6 rounded-full border-2 border-court bg-card shadow-card data-focus-visible:outline-[2.5px] data-focus-visible:outline-offset-2 data-focus-visible:outline-court" />
          </>
        )}
      </SliderTrack>
      <ZoomIn size={18} aria-hidden="true" className="flex-none text-soft" />
    </Slider>
  )
}

function FacePreview({ picture, crop, size }: { picture: OpenPicture; crop: Crop; size: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture.source, crop, size * 2)
  }, [picture, crop, size])
  return <canvas ref={canvas} className="flex-none rounded-full bg-wash" style={{ width: size, height: size }} />
}
