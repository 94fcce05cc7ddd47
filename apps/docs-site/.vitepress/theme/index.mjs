// The fonts of the system: none to load.
import theme from 'vitepress/theme-without-fonts';
import './site.css';

export default theme;
