import theme from 'vitepress/theme-without-fonts';
import { defineAsyncComponent } from 'vue';
import './site.css';
import './reference.css';

export default {
  ...theme,
  enhanceApp(context) {
    theme.enhanceApp(context);
    // Loads the TryIt form only on reference pages.
    context.app.component(
      'TryIt',
      defineAsyncComponent(() => import('./TryIt.vue')),
    );
  },
};
