import { DocumentsPage } from '../../features/documents/documents-page.tsx';
import { SearchBox } from '../shell/search-box.tsx';

export const DocumentsRoute = () => <DocumentsPage searchBox={<SearchBox />} />;
