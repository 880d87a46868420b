import 'rapidoc'
import './page.css'
