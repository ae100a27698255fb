// Node.js fails to require an ES module that another file is importing. react-router-dom requires one, so it is loaded
// before the files that import it at the same time.
import 'react-router-dom';
