import { ArrowLeft } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Whereabouts } from '../../../domain/events/form-contract.ts'
import type { LatLng } from '../../../domain/geo/contract.ts'
import { roundSpot } from '../../../domain/places/rules.ts'
import { AddressField } from '../../activity-subscriptions/address-field.tsx'
import { MapView } from '../../maps/map-view.tsx'
import { namePin } from '../../maps/name-pin.ts'
import { LocateButton } from '../../places/locate-button.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

type SpotOnMapProps = {
  value: Whereabouts | null
  around: LatLng | null
  onChange: (where: Whereabouts) => void
  onBack: () => void
}

const maxNameLength = 80
const aroundTheWorld = (lng: number) => ((((lng + 180) % 360) + 360) % 360) - 180

/** Any spot, by pressing the map. It is called after its city until someone has a better name. */
export default function SpotOnMap({ value, around, onChange, onBack }: SpotOnMapProps) {
  const [own, setOwn] = useState(value && value.placeId === null ? value.name : '')
  const puts = useRef(0)
  const typed = useRef(own)
  typed.current = own
  const put = async (pin: LatLng, known?: { name: string; address: string }) => {
    puts.current += 1
    const mine = puts.current
    const spot = { placeId: null, ...roundSpot({ lat: pin.lat, lng: aroundTheWorld(pin.lng) }) }
    const named = () => typed.current.trim()
    // Where it is is enough to go on; its words come when the map's files have them.
    onChange({ ...spot, name: named() || known?.name || 'A point on the map', address: known?.address ?? '' })
    if (known) return
    const { name, description } = await namePin(spot)
    // A later pin has words of its own.
    if (mine === puts.current) onChange({ ...spot, name: named() || name, address: description })
  }
  const rename = (name: string) => {
    setOwn(name)
    if (value) onChange({ ...value, name: name.trim().length >= 2 ? name : value.address.replace(/^Near /, '') || 'A point on the map' })
  }
  return (
    <div className="grid gap-3">
      <div>
        <Button variant="quiet" size="small" onClick={onBack} className="-ml-3.5">
          <ArrowLeft size={17} aria-hidden="true" /> {value ? 'Done' : 'Back to places'}
        </Button>
      </div>
      <MapView label="Where the game is" pin={value} around={around} onPin={(pin) => void put(pin)} className="h-72 sm:h-96" />
      <p role="status" className="text-small text-soft">
        {value ? `${value.address || value.name}. Drag the pin to the exact spot.` : 'Tap the map where people play.'}
      </p>
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
        <AddressField
          address={null}
          onPick={(address) => {
            if (address) void put(address, { name: address.name, address: address.description.slice(0, 200) })
          }}
        />
        <LocateButton onFound={(pin) => void put(pin)} />
      </div>
      <TextField
        label="Name of the place"
        isOptional
        placeholder="Zilker Park, court 2"
        autoComplete="off"
        limit={maxNameLength}
        value={own}
        onChange={(event) => rename(event.target.value)}
      />
    </div>
  )
}
