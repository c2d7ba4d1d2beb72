import '@mantine/core/styles.css'
import './console.css'
import { createTheme, MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './shell/App.tsx'

const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  autoContrast: true,
  // Where black and white stand out equally: above it, text on a filled button is black.
  luminanceThreshold: 0.183,
  components: {
    Modal: {
      defaultProps: {
        // Its style element would have no nonce.
        lockScroll: false,
        closeButtonProps: { 'aria-label': 'Close' },
        // The head of a dialog is no second banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
    },
  },
})
const queries = new QueryClient({
  // The client of the API sends again by itself what is safe to send again.
  defaultOptions: { queries: { retry: false, staleTime: 5_000 } },
})
const nonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={nonce}>
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
