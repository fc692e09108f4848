// What the compiler put into the page -> the page.
import { createRoot } from 'react-dom/client'
import { Page } from './Page.jsx'
import './page.css'

const content = JSON.parse(document.getElementById('content').textContent)
createRoot(document.getElementById('page')).render(<Page content={content} />)
