import { Suspense, useRef } from 'react'
import { lazyAfterPaint } from './after-paint.ts'
import type { ComboBoxProps, ComboBox as LoadedComboBox } from './combo-box.tsx'
import { LoadingComboBox } from './loading-combo-box.tsx'

// `lazy` loses the type parameter of the component, so we restore its type.
const ComboBox = lazyAfterPaint(async () => (await import('./combo-box.tsx')).ComboBox) as typeof LoadedComboBox

/** A combo box whose code loads after the first paint. The user can type before that: the combo box takes over the text and the focus. */
export function LazyComboBox<Item extends object>(props: ComboBoxProps<Item>) {
  const { label, isLabelHidden, placeholder, size, icon, inputValue, onInputChange } = props
  const hadFocus = useRef(false)
  return (
    <Suspense
      fallback={
        <LoadingComboBox
          label={label}
          isLabelHidden={isLabelHidden}
          placeholder={placeholder}
          size={size}
          icon={icon}
          value={inputValue}
          onChange={onInputChange}
          onFocusChange={(isFocused) => {
            hadFocus.current = isFocused
          }}
        />
      }
    >
      <ComboBox {...props} autoFocus={hadFocus.current || (props.autoFocus ?? false)} />
    </Suspense>
  )
}
