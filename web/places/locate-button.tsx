import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import type { LatLng } from '../../domain/geo/contract.ts'
import { Button } from '../ui/button.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'

/** For who stands beside the court. Asked of the device at a press, and told to nobody but the map. */
export function LocateButton({ onFound }: { onFound: (at: LatLng) => void }) {
  const [isAsking, setAsking] = useState(false)
  const ask = () => {
    setAsking(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false)
        onFound({ lat: coords.latitude, lng: coords.longitude })
      },
      () => {
        setAsking(false)
        showSnackbar('Your device did not say where you are. Press the map instead.', { duration: 5000, tone: 'alarm' })
      },
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 },
    )
  }
  return (
    <Button isPending={isAsking} pendingLabel="Looking" onClick={ask}>
      <LocateFixed size={18} aria-hidden="true" /> Where I am
    </Button>
  )
}
