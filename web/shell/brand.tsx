import { Link } from 'react-router'
import { usePlatform } from '../app-state.ts'
import { Beans } from '../ui/beans.tsx'

export function Brand() {
  const { name } = usePlatform()
  return (
    <Link to="/" className="flex min-h-11 items-center gap-2.25 text-[1.1875rem] font-extrabold tracking-[-0.02em]">
      <Beans size={32} mood="plain" />
      {name}
    </Link>
  )
}
